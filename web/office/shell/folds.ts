/** Collapsed and expanded sections of the menu, stored on the device for each user. */
import { useState } from 'react';
import { SAVED_WORK } from '#web/core/api/deviceStorage.ts';
import { currentUser } from '#web/core/api/session.ts';

const keyOf = (heading: string) => `${SAVED_WORK}fold.${currentUser()?.userId ?? ''}.${heading}`;

/** Whether a section is open, and a setter that stores the choice. */
export function useFold(heading: string, otherwise: boolean): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [chosen, choose] = useState(() => localStorage.getItem(keyOf(heading)));
  return [
    chosen === null ? otherwise : chosen === 'open',
    (isOpen) => {
      const choice = isOpen ? 'open' : 'folded';
      localStorage.setItem(keyOf(heading), choice);
      choose(choice);
    },
  ];
}
