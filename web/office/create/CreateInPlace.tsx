import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useRequestedRecord, requestRecord, type RequestedRecord } from '#web/core/lookup/createInPlace.ts';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';

const usePanel = lazyWithPreload(() => import('./CreatePanel.tsx'));

/** Shows the panel in which a lookup's missing record is created. It is outside of all forms: keys and submits stay in it. */
export function CreateInPlace() {
  const requested = useRequestedRecord();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const leave = useEffectEvent(() => {
    if (requested) requestRecord(undefined);
  });
  useEffect(() => leave(), [path]);
  return <Suspense>{requested && <Panel requested={requested} />}</Suspense>;
}

function Panel(props: { requested: RequestedRecord }) {
  const { CreatePanel } = usePanel();
  return <CreatePanel {...props} />;
}
