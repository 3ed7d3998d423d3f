/** Which blocks of the dashboard a person does not want to see, on this device. */
import { useState } from 'react';
import { z } from 'zod';
import { morningBlocks, type MorningBlock } from '#contract/office/morningTexts.ts';
import { SAVED_WORK } from '#web/core/api/deviceStorage.ts';
import { currentUser } from '#web/core/api/session.ts';

/** Stays when the person logs out. */
const ownKey = () => `${SAVED_WORK}hiddenBlocks.${currentUser()?.userId ?? ''}`;

const stored = z.array(z.string());

export const blockNames = Object.keys(morningBlocks).filter((name): name is MorningBlock => name in morningBlocks);

function readHidden(): ReadonlySet<string> {
  try {
    return new Set(stored.parse(JSON.parse(localStorage.getItem(ownKey()) ?? '[]')));
  } catch (error) {
    console.error('The chosen blocks could not be read.', error);
    return new Set();
  }
}

/** Whether each block is shown, and a function that shows or hides one. */
export function useBlocks(): [
  isShown: (block: MorningBlock) => boolean,
  show: (block: MorningBlock, shown: boolean) => void,
] {
  const [hidden, setHidden] = useState(readHidden);
  const show = (block: MorningBlock, shown: boolean) => {
    const next = new Set(hidden);
    if (shown) next.delete(block);
    else next.add(block);
    setHidden(next);
    localStorage.setItem(ownKey(), JSON.stringify([...next]));
  };
  return [(block) => !hidden.has(block), show];
}
