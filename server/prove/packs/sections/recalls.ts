/** The section of a pack about recalls and drills. */
import { formatDate } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { packSentences } from '#contract/prove/packSentences.ts';
import { eventSentence } from '#contract/prove/recallEvents.ts';
import { percentText, recallTexts } from '#contract/prove/recallTexts.ts';
import { claimTexts } from '#contract/stock/claims/claims.ts';
import { claimsText } from '#contract/stock/claims/schemes.ts';
import { soldAsOf, soldAsOfLine } from '#contract/stock/claims/soldAs.ts';
import { dayBefore, timeOfDay } from '../../../core/calendar.ts';
import { amountText, dayCell, periodOf } from './sectionParts.ts';
import type { Block, Cell, Features, Section } from './section.ts';

type Recall = Awaited<ReturnType<Features['recalls']>>[number];
type Sums = Recall['summary']['out'];

const percentOf = (percent: number | null): string => percentText(percent === null ? null : fromThousandths(percent));
const sumsText = (sums: Sums): string =>
  sums.map(({ unit, quantity }) => amountText(quantity, unit)).join(', ') || recallTexts.nothing;

function sentenceOf(recall: Recall, timeZone: string): string {
  const { kind, title, reason, startedAt, startedBy, closedAt, conclusion, summary } = recall;
  const dayOf = (at: string) => formatDate(dayBefore(new Date(at), 0, timeZone));
  const { buyers, notified, locatedPercent, effectivenessPercent, out } = summary;
  return [
    packSentences.recall(kind, { title, day: dayOf(startedAt), by: startedBy, reason }),
    packSentences.recallFigures({
      located: percentOf(locatedPercent),
      notified,
      buyers,
      recovered: percentOf(effectivenessPercent),
      out: sumsText(out),
    }),
    closedAt === null ? packSentences.recallOpen : packSentences.recallClosed(dayOf(closedAt), conclusion),
  ].join(' ');
}

/** 'by phone, 20-11-2026 10:30'. */
function noticeText(by: string, at: string | null, timeZone: string): string {
  if (at === null) return '';
  const day = formatDate(dayBefore(new Date(at), 0, timeZone));
  return [by && packSentences.noticeBy(by), `${day} ${timeOfDay(at, timeZone)}`].filter(Boolean).join(', ');
}

function rowsOf({ lots, buyers, timeline }: Recall, timeZone: string): Cell[][] {
  const ofLots = lots.map((lot): Cell[] => {
    const { code, itemName, unit, onHandQty, madeQty, claim, claims = [] } = lot;
    const noBuyer = [null, null, null, null];
    const named = claim ? claimsText(claims, claim) : null;
    return ['Lot', code, itemName, named, { quantity: madeQty }, null, null, { quantity: onHandQty }, unit, ...noBuyer];
  });
  const lotOf = new Map(lots.map((lot) => [lot.lotId, lot]));
  const ofBuyers = buyers.flatMap(({ name, lines }) =>
    lines.map((line): Cell[] => {
      const { lotCode, itemName, quantity, returnedQty, destroyedQty, outQty, unit } = line;
      const { invoiceNumber, dispatchDate, notifiedAt, notifiedBy, answer } = line;
      const { claim, claims = [] } = lotOf.get(line.lotId) ?? {};
      return [
        name,
        lotCode,
        itemName,
        claim ? soldAsOfLine(soldAsOf(line.soldAs ?? null), claims, claim) : null,
        { quantity },
        { quantity: returnedQty },
        { quantity: destroyedQty },
        { quantity: outQty },
        unit,
        invoiceNumber,
        dayCell(dispatchDate),
        noticeText(notifiedBy, notifiedAt, timeZone),
        answer,
      ];
    }),
  );
  const events = timeline.toReversed().map((event): Cell[] => {
    const { at, quantities } = event;
    const sentence = eventSentence(event, quantities.length === 0 ? '' : sumsText(quantities));
    const day = dayCell(dayBefore(new Date(at), 0, timeZone));
    const nothing = [null, null, null, null, null, null, null, null];
    return [packSentences.timeLine, timeOfDay(at, timeZone), ...nothing, day, null, sentence];
  });
  return [...ofLots, ...ofBuyers, ...events];
}

export const recalls: Section = {
  name: 'recalls',
  title: 'Recalls and drills',
  about:
    'Recalls and drills: each lot, each buyer with the time of notice, the answer, the quantities sent back and destroyed, and the time line.',
  columns: [
    { title: 'Lot, buyer or event', width: 4 },
    { title: 'Batch or time', width: 3 },
    { title: 'Item', width: 4 },
    { title: claimTexts.claim, width: 3 },
    { title: 'Made or sent', width: 2, isNumber: true },
    { title: 'Returned', width: 2, isNumber: true },
    { title: 'Destroyed', width: 2, isNumber: true },
    { title: 'On hand or out', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'Invoice', width: 3 },
    { title: 'Date', width: 2.5 },
    { title: 'Told', width: 4 },
    { title: 'Answer, or what happened', width: 5 },
  ],
  async *blocks(source) {
    const { trx, scope, timeZone, features } = source;
    const all = await features.recalls(trx, scope.lotIds.length > 0 ? undefined : periodOf(source));
    const lotIds = new Set(scope.lotIds);
    const chosen = all.filter(({ lots }) => lotIds.size === 0 || lots.some(({ lotId }) => lotIds.has(lotId)));
    for (const recall of chosen) {
      const block: Block = {
        heading: recall.title,
        sentence: sentenceOf(recall, timeZone),
        rows: rowsOf(recall, timeZone),
      };
      yield block;
    }
    const drills = chosen.filter(({ kind }) => kind === 'drill').length;
    return packSentences.recalls(chosen.length - drills, drills);
  },
};
