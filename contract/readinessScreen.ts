/** What the screen of Readiness alone says; apart from what other screens load of it. */
import { formatCount } from './format.ts';

export const readinessPageTexts = {
  /** In the place of the tick where there is nothing to measure counts by. */
  withoutTolerance: (items: number) =>
    `No tolerance is set for ${items === 1 ? '1 item that was' : `${formatCount(items)} items that were`} counted`,
} as const;
