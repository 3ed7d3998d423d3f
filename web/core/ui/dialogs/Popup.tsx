import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { OnceOpened } from './OnceOpened.tsx';
import type { PopupProps } from './PopupFrame.tsx';

const PopupFrame = preloadedComponent(async () => (await import('./PopupFrame.tsx')).PopupFrame);

/** A modal, lazy-loaded. */
export function Popup(props: PopupProps) {
  return (
    <OnceOpened opened={props.opened}>
      <PopupFrame {...props} />
    </OnceOpened>
  );
}
