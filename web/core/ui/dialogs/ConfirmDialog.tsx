import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import type { ConfirmDialogProps } from './ConfirmFrame.tsx';
import { OnceOpened } from './OnceOpened.tsx';

const ConfirmFrame = preloadedComponent(async () => (await import('./ConfirmFrame.tsx')).ConfirmFrame);

/** Confirms an irreversible action. Cancel has the focus, so that Enter is harmless. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  return (
    <OnceOpened opened={props.opened}>
      <ConfirmFrame {...props} />
    </OnceOpened>
  );
}
