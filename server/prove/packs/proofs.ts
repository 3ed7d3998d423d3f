/** The sections of a pack that other features compute: mass balances, traces and readiness; and lots on hold. */
import { afterExpiryTexts } from '#contract/stock/lots/afterExpiry.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import { formatDate, formatKilograms, formatPercent, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { actionLabels } from '#contract/historyActions.ts';
import { lotStateLabels } from '#contract/stock/lots/lotTexts.ts';
import {
  balanceStateOf,
  massBalanceLabels,
  massBalanceTexts,
  shortUnderText,
  type SchemeCover,
} from '#contract/prove/massBalance.ts';
import { balancedScheme, massBalanceExport } from '#contract/prove/massBalanceExport.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { soldAsOf } from '#contract/stock/claims/soldAs.ts';
import { readinessKinds, readinessTexts, type ReadinessRow } from '#contract/prove/readiness.ts';
import type { LotState } from '#contract/stock/stock.ts';
import { tracedClaim, traceTexts } from '#contract/prove/trace.ts';
import { balanceInWholeGrams } from '#contract/prove/wholeGrams.ts';
import { dayBefore, timestampAt } from '../../core/calendar.ts';
import { many } from './registerRows.ts';
import { findTraced } from './scope.ts';
import type { Cell, Features, Section, Source } from './section.ts';
import { nameOfItem, unitOfItem, withMasters } from '../../stock/names/itemNames.ts';

type Answer<Name extends keyof Features> = NonNullable<Awaited<ReturnType<Features[Name]>>>;
type MassBalance = Answer<'massBalance'>;
type Trace = Answer<'trace'>;

const kilograms = (milligrams: number): string => formatKilograms(fromThousandths(milligrams));
const amount = (quantity: number, unit: string): string => formatQuantityWithUnit(fromThousandths(quantity), unit);

const MILLIGRAMS = 1000;

/** Milligrams of whole grams as a cell in kilograms. */
function kilogramCells(milligrams: number): Cell[] {
  return [{ quantity: fromThousandths(milligrams) }, 'kg'];
}

/** Where the mass is. */
function familyRows(family: NonNullable<MassBalance['family']>): [label: string, cells: Cell[]][] {
  const { openingGrams, boughtGrams, soldGrams, leftGrams, lostGrams, conversionGrams } = family;
  return [
    ['Where it is: opening', kilogramCells(openingGrams)],
    ['Where it is: came in', kilogramCells(boughtGrams)],
    ['Where it is: sold, also in products', kilogramCells(soldGrams)],
    ['Where it is: left, also in products', kilogramCells(leftGrams)],
    ['Where it is: written off, lost, returned', kilogramCells(lostGrams)],
    ['Where it is: lost or in progress in runs', kilogramCells(conversionGrams)],
  ];
}

interface Subject {
  itemId?: number;
  lotId?: number;
}

async function findSubjects({ trx, scope }: Source): Promise<Subject[]> {
  if (scope.lotIds.length > 0) return scope.lotIds.map((lotId) => ({ lotId }));
  const { rows } = await sql<{ itemId: number }>`
    select distinct l.item_id as "itemId" from movement v join lot l on l.id = v.lot_id
    where v.occurred_on between ${scope.from} and ${scope.to} order by l.item_id`.execute(trx);
  return rows;
}

/** A sentence: covered, short, or the remaining stock. */
function balanceSentence({ covered, conversion, closing, unit, itemName, lines }: MassBalance): string {
  if (!covered) return `${amount(closing, unit)} of ${itemName} left.`;
  const verdict = massBalanceTexts.verdict(balanceStateOf(covered));
  const sums = massBalanceTexts
    .coverage(covered, conversion.inProgressGrams)
    .map(({ grams, word }) => `${kilograms(grams)} ${word}`);
  const bought = `${kilograms(covered.boughtGrams)} of organic ${itemName} ${massBalanceTexts.available(lines)}`;
  const shortSchemes = shortUnderText(covered, kilograms);
  return [`${verdict} ${bought}: ${sums.join(', ')}.`, shortSchemes && `${shortSchemes}.`].filter(Boolean).join(' ');
}

function schemeRows({ scheme, boughtGrams, madeGrams, soldGrams, leftGrams, otherGrams, shortGrams }: SchemeCover) {
  const { lines } = massBalanceExport;
  const rows: [string, number][] = [
    [lines.bought, boughtGrams],
    [lines.made, madeGrams],
    [lines.sold, soldGrams],
    [lines.left, leftGrams],
    [lines.other, otherGrams],
    [lines.short, shortGrams],
  ];
  return rows.map(
    ([line, grams]) => [`${balancedScheme(scheme)}: ${line.toLowerCase()}`, kilogramCells(grams)] as const,
  );
}

function balanceRows(balance: MassBalance): Cell[][] {
  const { itemName, lotCode, unit, lines, opening, closing, counted, countedOn, variance, conversion, family } =
    balance;
  const name = lotCode === null ? itemName : `${itemName}, ${lotCode}`;
  const row = (label: string, cells: Cell[], documents: number | null = null): Cell[] => [
    name,
    label,
    ...cells,
    documents === null ? null : { count: documents },
  ];
  const inUnit = (quantity: number): Cell[] => [{ quantity }, unit];
  const isConverted = conversion.inputGrams > 0 || conversion.inProgressGrams > 0;
  return [
    row(massBalanceTexts.opening, inUnit(opening)),
    ...lines
      .filter(({ quantity, documents }) => quantity !== 0 || documents > 0)
      .map(({ kind, quantity, documents }) => row(massBalanceLabels[kind], inUnit(quantity), documents)),
    row(massBalanceTexts.closing, inUnit(closing)),
    ...(counted === null || countedOn === null
      ? []
      : [row(`${massBalanceTexts.counted} on ${formatDate(countedOn)}`, inUnit(counted))]),
    row(massBalanceTexts.variance, inUnit(variance)),
    ...(isConverted
      ? [
          row('Runs: into completed runs', kilogramCells(conversion.inputGrams)),
          row('Runs: made', kilogramCells(conversion.outputGrams)),
          row('Runs: loss recorded', kilogramCells(conversion.lossGrams)),
          row('Runs: unexplained', kilogramCells(conversion.unexplainedGrams)),
          row('Runs: in progress', kilogramCells(conversion.inProgressGrams)),
        ]
      : []),
    ...(family ? familyRows(family).map(([label, cells]) => row(label, cells)) : []),
    ...(balance.covered?.schemes ?? []).flatMap((own) => schemeRows(own).map(([label, cells]) => row(label, cells))),
  ];
}

export const massBalances: Section = {
  name: 'mass-balances',
  title: 'Mass balances',
  about: 'Quantities in, out and left of each item that moved, with all that was produced from it.',
  columns: [
    { title: 'Item', width: 5 },
    { title: 'Line', width: 5 },
    { title: 'Quantity', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'Documents', width: 2, isNumber: true },
  ],
  async *blocks(source) {
    const { trx, scope, features } = source;
    let [all, covered, short] = [0, 0, 0];
    for (const subject of await findSubjects(source)) {
      const query = { ...subject, withProducts: true, from: scope.from, to: scope.to };
      const exact = await features.massBalance(trx, query);
      if (!exact) continue;
      const balance = balanceInWholeGrams(exact, MILLIGRAMS);
      all += 1;
      if (balance.covered) {
        if (balanceStateOf(balance.covered) === 'short') short += 1;
        else covered += 1;
      }
      const heading = balance.lotCode === null ? balance.itemName : `${balance.itemName}, ${balance.lotCode}`;
      yield { heading, sentence: balanceSentence(balance), rows: balanceRows(balance) };
    }
    return `${many(all, 'mass balance')}: ${covered} covered, ${short} short.`;
  },
};

/** Quantity with buyers and their number; empty if not requested. */
function dispatchedText({ dispatchedQty, buyers, unit }: Trace['summary']): string {
  if (dispatchedQty === null) return '';
  return dispatchedQty === 0 && buyers === 0
    ? traceTexts.notDispatched
    : `${amount(dispatchedQty, unit)} with ${many(buyers, 'buyer')}`;
}

function traceSentence({ summary }: Trace): string {
  const { lots, suppliers, broughtGrams, certifiedPercent, onHandQty, lostQty, unit, gaps } = summary;
  const parts = [
    lots === 0
      ? 'Nothing went into it that is recorded'
      : `${broughtGrams === null ? 'It came' : kilograms(broughtGrams)} from ${many(suppliers, 'supplier')} in ${many(lots, 'lot')}`,
    certifiedPercent === null ? '' : `${formatPercent(fromThousandths(certifiedPercent))} of it certified on the day`,
    dispatchedText(summary),
    onHandQty === null ? '' : `${amount(onHandQty, unit)} in the store`,
    lostQty === null || lostQty === 0 ? '' : `${amount(lostQty, unit)} lost or written off`,
  ];
  const gapsText =
    gaps.length === 0 ? 'No gaps.' : `${many(gaps.length, 'gap')}: ${gaps.map(({ label }) => label).join(', ')}.`;
  return `${parts.filter(Boolean).join('; ')}. ${gapsText}`;
}

/** A row for each edge of the graph. */
function traceRows({ nodes, edges, root }: Trace): Cell[][] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const rootLabel = byId.get(root)?.label ?? '';
  return edges.map(({ from, to, quantity, unit, grams, shareGrams, beforeReceipt, afterExpiry }): Cell[] => {
    const [first, second] = [byId.get(from), byId.get(to)];
    const lot = [first, second].find((node) => node?.kind === 'lot');
    const dispatch = [first, second].find((node) => node?.kind === 'dispatch');
    const marks = [
      beforeReceipt ? 'used before receipt' : '',
      afterExpiry ? afterExpiryTexts.taken : '',
      lot ? tracedClaim(lot, soldAsOf(dispatch?.soldAs ?? null)) : '',
      lot?.certificateNumber ? `certificate ${lot.certificateNumber}` : '',
      lot?.supplierLotNumber ? `their lot ${lot.supplierLotNumber}` : '',
    ];
    const day = [second, first].find((node) => node?.kind !== 'lot' && node?.day)?.day;
    return [
      rootLabel,
      first?.label ?? null,
      second?.label ?? null,
      lot?.itemName ?? null,
      day ? { day } : null,
      quantity === null ? null : { quantity },
      unit,
      grams === null ? null : { quantity: Math.round(fromThousandths(grams)) },
      shareGrams === null ? null : { quantity: Math.round(fromThousandths(shareGrams)) },
      marks.filter(Boolean).join('; '),
    ];
  });
}

export const traces: Section = {
  name: 'traces',
  title: 'Traces',
  about: 'Origin and destination of each batch: a row for each step between lots, documents and people.',
  columns: [
    { title: 'Traced', width: 3 },
    { title: 'From', width: 5 },
    { title: 'To', width: 5 },
    { title: 'Item', width: 4 },
    { title: 'Date', width: 2 },
    { title: 'Quantity', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'kg', width: 2, isNumber: true },
    { title: 'Of the traced, kg', width: 2, isNumber: true },
    { title: 'Remarks', width: 5 },
  ],
  async *blocks(source) {
    let [all, withGaps] = [0, 0];
    for (const lotId of await findTraced(source.trx, source.scope)) {
      const traced = await source.features.trace(source.trx, lotId);
      if (!traced) continue;
      all += 1;
      if (traced.summary.gaps.length > 0) withGaps += 1;
      const root = traced.nodes.find(({ id }) => id === traced.root);
      const heading = [root?.label, root?.itemName].filter(Boolean).join(', ');
      yield { heading, sentence: traceSentence(traced), rows: traceRows(traced) };
    }
    return `${many(all, 'trace')}, ${withGaps === 0 ? 'none with a gap' : `${withGaps} with gaps`}.`;
  },
};

interface HeldRow {
  lotId: number;
  code: string;
  itemName: string;
  unit: string;
  onHand: number;
  state: LotState;
  reason: string;
}

const MINUTES_A_DAY = 24 * 60;

const heldEvent = z.object({ code: z.string().catch(''), stateReason: z.string().catch('') });

export const holds: Section = {
  name: 'holds',
  title: 'Holds',
  about: 'Lots on hold or recalled now, and each hold and release of the period.',
  columns: [
    { title: 'Date', width: 2 },
    { title: 'Lot or batch', width: 4 },
    { title: 'Item', width: 5 },
    { title: 'What', width: 3 },
    { title: 'On hand', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'Reason', width: 7 },
  ],
  async *blocks({ trx, scope, today, timeZone }) {
    const lot = sql`
      lot l join item i on i.id = l.item_id ${withMasters}`;
    const names = sql`l.code, ${nameOfItem} as "itemName", ${unitOfItem} as unit`;
    const { rows: held } = await sql<HeldRow>`
      select l.id as "lotId", ${names}, l.on_hand as "onHand", l.state, l.state_reason as reason from ${lot}
      where l.state <> 'released' and l.deleted_at is null order by l.id`.execute(trx);
    const [begin, end] = [timestampAt(scope.from, 0, timeZone), timestampAt(scope.to, MINUTES_A_DAY, timeZone)];
    const { rows: changes } = await sql<
      HeldRow & { at: string; action: 'hold' | 'release' | 'recall'; after: string | null }
    >`
      select e.at, e.action, e.after, l.id as "lotId", ${names}, l.on_hand as "onHand" from audit_event e cross join ${lot}
      where l.id = e.record_id and e.resource = 'lots' and e.action in ('hold', 'release', 'recall') and e.at >= ${begin}
        and e.at < ${end}
      order by e.at, e.id`.execute(trx);
    const now = held.map(({ code, itemName, state, onHand, unit, reason }): Cell[] => {
      return [{ day: today }, code, itemName, `${lotStateLabels[state]} now`, { quantity: onHand }, unit, reason];
    });
    const then = changes.map(({ at, code, itemName, action, after }): Cell[] => {
      const { stateReason } = heldEvent.catch({ code: '', stateReason: '' }).parse(JSON.parse(after ?? '{}'));
      const day = dayBefore(new Date(at), 0, timeZone);
      return [{ day }, code, itemName, actionLabels[action], null, null, stateReason];
    });
    yield { rows: [...now, ...then] };
    return `${many(held.length, 'lot')} on hold or recalled now, ${many(then.length, 'hold or release', 'holds and releases')} in the period.`;
  },
};

/** The rows of each kind; where there are more than were read, the last one is a note. */
export function readinessRows(gaps: readonly ReadinessRow[]): Cell[][] {
  return gaps.flatMap(({ kind, count, entries }) => {
    const { title } = readinessTexts[kind];
    const rows = entries.map(({ label, detail }): Cell[] => [title, label, detail]);
    return count > entries.length ? [...rows, [title, null, `The first ${entries.length} of ${count}.`]] : rows;
  });
}

export const readiness: Section = {
  name: 'readiness',
  title: 'Readiness',
  about: 'Everything that an inspector would stop at, on the day on which this pack was made.',
  columns: [
    { title: 'Kind', width: 4 },
    { title: 'Record', width: 4 },
    { title: 'What is wrong', width: 8 },
  ],
  async *blocks({ trx, today, features }) {
    const gaps = await features.readiness(trx, today);
    const all = gaps.reduce((sum, { count }) => sum + count, 0);
    yield { rows: readinessRows(gaps) };
    const clean = gaps.filter(({ count }) => count === 0).length;
    return all === 0
      ? 'Nothing to put right.'
      : `${all} to put right; ${clean} of ${readinessKinds.length} kinds in order.`;
  },
};
