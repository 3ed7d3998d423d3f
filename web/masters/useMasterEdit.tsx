/** Editing a master's record on its own page. */
import { Suspense, useState, type ReactNode } from 'react';
import type { MasterKind } from '#contract/kinds.ts';
import { returnedDraft } from '#web/core/api/draft.ts';
import { may } from '#web/core/api/session.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { EditButton } from '../core/records/RecordButtons.tsx';

const MasterEditor = preloadedComponent(async () => (await import('./MasterEditor.tsx')).MasterEditor);

interface MasterEdit {
  /** For the head of the page; nothing without permission to edit. */
  button: ReactNode;
  /** For the place below it. */
  form: ReactNode;
}

/** The button and the form. A draft from a lost session opens by itself. */
export function useMasterEdit(kind: MasterKind, record: object): MasterEdit {
  const [requests, setRequests] = useState(0);
  const [isRestored] = useState(() => returnedDraft(kind) !== undefined);
  return {
    button: may('update', kind) && <EditButton onClick={() => setRequests(requests + 1)} />,
    form: (requests > 0 || isRestored) && (
      <Suspense>
        <MasterEditor kind={kind} record={record} requests={requests} />
      </Suspense>
    ),
  };
}
