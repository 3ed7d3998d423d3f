/** Figures of recalls in words. */
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import type { RecallDetail, Sums } from '#contract/prove/recalls.ts';
import { recallTexts } from '#contract/prove/recallTexts.ts';

/** Sums of several units: '17.600 kg and 238 jar'. */
export function sumsText(sums: Sums): string {
  const texts = sums.map(({ unit, quantity }) => formatQuantityWithUnit(quantity, unit));
  const last = texts.pop();
  if (last === undefined) return recallTexts.nothing;
  return texts.length > 0 ? `${texts.join(', ')} and ${last}` : last;
}

/** '88 jar on hand, 50 jar with 2 buyers, 2 jar lost': each jar once. */
export function locationText({ onHand, out, buyers, ...summary }: RecallDetail['summary']): string {
  const further: [Sums | undefined, string][] = [
    [out, `with ${buyers === 1 ? '1 buyer' : `${buyers} buyers`}`],
    [summary.inProgress, 'in production in progress'],
    [summary.writtenOff, 'written off'],
    [summary.destroyed, 'destroyed by buyers'],
    [summary.lost, 'lost'],
    [summary.usedUp, 'used without a batch'],
  ];
  const others = further.flatMap(([sums = [], where]) => (sums.length > 0 ? [`${sumsText(sums)} ${where}`] : []));
  return [`${sumsText(onHand)} on hand`, ...others].join(', ');
}

export function lotsText(count: number): string {
  return count === 1 ? '1 lot' : `${count} lots`;
}

const MINUTE_MS = 60_000;
const MINUTES_A_DAY = 24 * 60;

/** How long it was from one timestamp to another: '1 day 4 h', '3 h 12 min', '6 min'. */
export function durationText(from: string, to: string): string {
  const minutes = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / MINUTE_MS));
  const [days, hours] = [Math.floor(minutes / MINUTES_A_DAY), Math.floor((minutes % MINUTES_A_DAY) / 60)];
  if (days > 0) return `${days} ${days === 1 ? 'day' : 'days'} ${hours} h`;
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`;
}
