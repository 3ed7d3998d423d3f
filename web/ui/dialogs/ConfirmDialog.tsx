import { Suspense, useState } from 'react';
import type { ConfirmDialogProps } from './ConfirmFrame.tsx';
import { lazyWithPreload } from '#web/ui/lazyWithPreload.ts';

const useFrame = lazyWithPreload(() => import('./ConfirmFrame.tsx'));

/** Confirms what cannot be undone. Cancel has the focus, so that Enter is harmless. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const [wanted, setWanted] = useState(props.opened);
  if (props.opened && !wanted) setWanted(true);
  return (
    wanted && (
      <Suspense>
        <Frame {...props} />
      </Suspense>
    )
  );
}

function Frame(props: ConfirmDialogProps) {
  const { ConfirmFrame } = useFrame();
  return <ConfirmFrame {...props} />;
}
