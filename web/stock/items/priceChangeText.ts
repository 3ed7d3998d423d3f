import { formatPercent } from '#contract/core/values/format.ts';

/** '+7.5 %' or '−2 %': how a price changed; empty if that is not known. */
export function changeText(percent: number | null): string {
  if (percent === null) return '';
  return percent > 0 ? `+${formatPercent(percent)}` : formatPercent(percent);
}
