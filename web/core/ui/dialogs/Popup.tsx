import { lazyWithPreload } from '#web/core/ui/lazyWithPreload.ts';
import { OnceOpened } from './OnceOpened.tsx';
import type { PopupProps } from './PopupFrame.tsx';

const useFrame = lazyWithPreload(() => import('./PopupFrame.tsx'));

/** A modal, lazy-loaded. */
export function Popup(props: PopupProps) {
  return (
    <OnceOpened opened={props.opened}>
      <Frame {...props} />
    </OnceOpened>
  );
}

function Frame(props: PopupProps) {
  const { PopupFrame } = useFrame();
  return <PopupFrame {...props} />;
}
