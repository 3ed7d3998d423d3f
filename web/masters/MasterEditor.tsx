/** The form of a master's list, on the page of one record; loaded by useMasterEdit. */
import { useEffect, useEffectEvent } from 'react';
import type { MasterKind } from '#contract/kinds.ts';
import { useOpenedDocument } from '#web/core/records/document.ts';
import { toDocument } from '#web/core/records/master.ts';
import { MasterForm } from '#web/core/records/MasterForm.tsx';
import { useMasterDefinition } from './masterDefinition.ts';

export interface MasterEditorProps {
  kind: MasterKind;
  record: object;
  /** Counts requests to open the form. */
  requests: number;
}

export function MasterEditor({ kind, record, requests }: MasterEditorProps) {
  const definition = useMasterDefinition(kind);
  const form = useOpenedDocument(toDocument(definition));
  const open = useEffectEvent(() => form.open(record));
  useEffect(() => {
    if (requests > 0) open();
  }, [requests]);
  return (
    <>
      {form.isOpen && <MasterForm key={form.key} definition={definition} {...form.props} />}
      {form.dialog}
    </>
  );
}
