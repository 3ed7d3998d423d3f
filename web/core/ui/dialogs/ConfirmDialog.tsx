import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import type { ConfirmDialogProps } from './ConfirmFrame.tsx';
import { OnceOpened } from './OnceOpened.tsx';

const useFrame = lazyWithPreload(() => import('./ConfirmFrame.tsx'));

/** Confirms an irreversible action. Cancel has the focus, so that Enter is harmless. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <OnceOpened opened={props.opened}>
      <Frame {...props} />
    </OnceOpened>
  );
}

function Frame(props: ConfirmDialogProps) {
  const { ConfirmFrame } = useFrame();
  return <ConfirmFrame {...props} />;
}
