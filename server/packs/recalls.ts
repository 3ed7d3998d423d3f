/** The section of a pack that tells of recalls and drills. */
import { formatDate, formatPercent, formatQuantityWithUnit } from '#contract/format.ts';
import { fromThousandths } from '#contract/numbers.ts';
import { recallKindLabels } from '#contract/recalls.ts';
import { dayBefore, timestampAt } from '../calendar.ts';
import { dayCell, many } from './registerRows.ts';
import type { Block, Cell, Features, Section } from './section.ts';

const MINUTES_A_DAY = 24 * 60;

type Recall = Awaited<ReturnType<Features['recalls']>>[number];
type Sums = Recall['summary']['out'];

const percentText = (percent: number | null): string =>
  percent === null ? '—' : formatPercent(fromThousandths(percent));
const sumsText = (sums: Sums): string =>
  sums.map(({ unit, quantity }) => formatQuantityWithUnit(fromThousandths(quantity), unit)).join(', ') || 'nothing';

function sentenceOf(recall: Recall, timeZone: string): string {
  const { kind, title, reason, startedAt, startedBy, closedAt, conclusion, summary } = recall;
  const dayOf = (at: string) => formatDate(dayBefore(new Date(at), 0, timeZone));
  const { buyers, notified, locatedPercent, effectivenessPercent, out } = summary;
  const end = closedAt === null ? 'Not closed.' : `Closed ${dayOf(closedAt)}: ${conclusion}`;
  return [
    `${recallKindLabels[kind]} of ${title}, begun ${dayOf(startedAt)} by ${startedBy}: ${reason}.`,
    `Located ${percentText(locatedPercent)}, ${notified} of ${many(buyers, 'buyer')} told, recovered of shipped ${percentText(effectivenessPercent)}, still out: ${sumsText(out)}.`,
    end,
  ].join(' ');
}

function rowsOf({ lots, buyers }: Recall): Cell[][] {
  const ofLots = lots.map(({ code, itemName, unit, onHandQty, madeQty }): Cell[] => {
    return ['Lot', code, itemName, { quantity: madeQty }, { quantity: onHandQty }, unit, null, null, null];
  });
  const ofBuyers = buyers.flatMap(({ name, lines }) =>
    lines.map((line): Cell[] => {
      const { lotCode, itemName, quantity, outQty, unit, dispatchDate, answer } = line;
      return [
        name,
        lotCode,
        itemName,
        { quantity },
        { quantity: outQty },
        unit,
        line.invoiceNumber,
        dayCell(dispatchDate),
        answer,
      ];
    }),
  );
  return [...ofLots, ...ofBuyers];
}

export const recalls: Section = {
  name: 'recalls',
  title: 'Recalls and drills',
  about: 'What was recalled, or looked for in a drill: each lot, and each buyer with what they answered.',
  columns: [
    { title: 'Lot, or buyer', width: 4 },
    { title: 'Lot or batch', width: 3 },
    { title: 'Item', width: 5 },
    { title: 'Made or sent', width: 2, isNumber: true },
    { title: 'On hand or out', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'Invoice', width: 3 },
    { title: 'Date', width: 2 },
    { title: 'Answer', width: 5 },
  ],
  async *blocks({ trx, scope, timeZone, features }) {
    const period = {
      begin: timestampAt(scope.from, 0, timeZone),
      end: timestampAt(scope.to, MINUTES_A_DAY, timeZone),
    };
    const all = await features.recalls(trx, scope.lotIds.length > 0 ? undefined : period);
    const wanted = new Set(scope.lotIds);
    const found = all.filter(({ lots }) => wanted.size === 0 || lots.some(({ lotId }) => wanted.has(lotId)));
    for (const recall of found) {
      const block: Block = { heading: recall.title, sentence: sentenceOf(recall, timeZone), rows: rowsOf(recall) };
      yield block;
    }
    const drills = found.filter(({ kind }) => kind === 'drill').length;
    return `${many(found.length - drills, 'recall')}, ${many(drills, 'drill')}.`;
  },
};
