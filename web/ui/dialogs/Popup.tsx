import { Suspense, useState } from 'react';
import { lazyWithPreload } from '#web/ui/lazyWithPreload.ts';
import type { PopupProps } from './PopupFrame.tsx';

const useFrame = lazyWithPreload(() => import('./PopupFrame.tsx'));

/** A modal, lazy-loaded. */
export function Popup(props: PopupProps) {
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

function Frame(props: PopupProps) {
  const { PopupFrame } = useFrame();
  return <PopupFrame {...props} />;
}
