import { Suspense, useEffect, useState } from 'react';
import { later } from './later.ts';
import type { PopupProps } from './PopupFrame.tsx';

const useFrame = later(() => import('./PopupFrame.tsx'));

/** What lies over the screen. */
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

/** It begins closed, since the focus is given back only where it was seen to be opened. */
function Frame({ opened, ...props }: PopupProps) {
  const { PopupFrame } = useFrame();
  const [shown, setShown] = useState(false);
  useEffect(() => setShown(opened), [opened]);
  return <PopupFrame {...props} opened={shown} />;
}
