import { Suspense, useState } from 'react';
import type { ConfirmDialogProps } from './ConfirmFrame.tsx';
import { lazyWithPreload } from './lazyWithPreload.ts';

const useFrame = lazyWithPreload(() => import('./ConfirmFrame.tsx'));

/** A question before something that cannot be taken back. Cancel has the focus, so that Enter harms nothing. */
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
