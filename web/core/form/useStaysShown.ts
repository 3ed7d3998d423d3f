import { useState } from 'react';

/** True from the first time on which a part of a form is shown: a field that is emptied must not vanish under the keys. */
export function useStaysShown(isShown: boolean): boolean {
  const [wasShown, setWasShown] = useState(isShown);
  if (isShown && !wasShown) setWasShown(true);
  return isShown || wasShown;
}
