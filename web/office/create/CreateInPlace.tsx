import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useRequestedRecord, requestRecord } from '#web/core/lookup/createInPlace.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';

const CreatePanel = preloadedComponent(async () => (await import('./CreatePanel.tsx')).CreatePanel);

/** Shows the panel in which a lookup's missing record is created. It is outside of all forms: keys and submits stay in it. */
export function CreateInPlace() {
  const requested = useRequestedRecord();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const leave = useEffectEvent(() => {
    if (requested) requestRecord(undefined);
  });
  useEffect(() => leave(), [path]);
  return <Suspense>{requested && <CreatePanel requested={requested} />}</Suspense>;
}
