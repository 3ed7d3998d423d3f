import { createContext } from 'react';

/** The addresses of records that have a glance (web/recordGlance.tsx). */
export const glanced =
  /^\/(suppliers|buyers|rawmaterials|products|inward|lots|finishedgoods|dispatches|production)\/\d+$/;

/** Shows a record at a glance, by the address of its page; `open` opens that as its row does. */
export type Preview = (path: string, open: () => void) => void;

export const PreviewContext = createContext<Preview>(() => {});
