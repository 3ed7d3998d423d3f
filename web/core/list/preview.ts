import { createContext } from 'react';
import { glancedKinds, kinds } from '#contract/kinds.ts';

/** The addresses of records that have a glance (web/office/shell/recordGlance.tsx). */
export const glanced = new RegExp(`^(${glancedKinds.map((kind) => kinds[kind].screenPath).join('|')})/\\d+$`);

export interface Previewed {
  /** The address of the record's page. */
  path: string;
  /** Opens that page as the record's row does, so that the way back leads to the row. */
  onOpen: () => void;
}

/** Shows a record at a glance. */
export const PreviewContext = createContext<(previewed: Previewed) => void>(() => {});
