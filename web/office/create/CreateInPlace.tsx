import { useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { useWantedRecord, wantRecord, type WantedRecord } from '#web/core/lookup/createInPlace.ts';
import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';

const usePanel = lazyWithPreload(() => import('./CreatePanel.tsx'));

/** Shows the panel in which a lookup's missing record is made. It is outside of all forms: keys and submits stay in it. */
export function CreateInPlace() {
  const wanted = useWantedRecord();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const leave = useEffectEvent(() => {
    if (wanted) wantRecord(undefined);
  });
  useEffect(() => leave(), [path]);
  return <Suspense>{wanted && <Panel wanted={wanted} />}</Suspense>;
}

function Panel(props: { wanted: WantedRecord }) {
  const { CreatePanel } = usePanel();
  return <CreatePanel {...props} />;
}
