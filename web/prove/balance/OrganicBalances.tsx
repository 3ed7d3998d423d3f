/** All organic items over a period: the answer as a sentence, then the items, those that need attention first. */
import { Link } from '@tanstack/react-router';
import { exportTexts } from '#contract/core/sharedTexts.ts';
import { formatKilograms } from '#contract/core/values/format.ts';
import { fromGrams, sumOfQuantities } from '#contract/core/values/numbers.ts';
import { sumOf } from '#contract/core/values/rounding.ts';
import {
  balanceStateOf,
  shortUnderText,
  type Covered,
  massBalanceEndpoints,
  type OrganicBalance,
} from '#contract/prove/massBalance.ts';
import {
  balanceStates,
  type BalanceState,
  massBalanceTexts,
  balancedScheme,
} from '#contract/prove/massBalanceTexts.ts';
import { coverColumns, coverShares } from '#contract/prove/massBalanceLines.ts';
import { schemes, type Scheme } from '#contract/stock/claims/schemes.ts';
import { coverInWholeGrams } from '#contract/prove/wholeGrams.ts';
import { call } from '#web/core/api/client.ts';
import { useRowsOpen, type RowPage } from '#web/core/list/useRowsOpen.ts';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { StatusPill, type Tone } from '#web/core/ui/StatusPill.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { exportRows } from '#web/core/sheets/exportList.ts';
import type { Progress } from '#web/core/sheets/downloadSheet.ts';
import { inTotal, sheetOf, type SheetColumn } from '#web/core/sheets/listSheet.ts';
import { Quantity, quantityColumn } from '#web/core/ui/Quantity.tsx';
import classes from './MassBalance.module.css';
import { balancedOver, type Days } from './periods.ts';

const tones: Readonly<Record<BalanceState, Tone>> = { short: 'bad', unweighed: 'warn', covered: 'good' };

/** All organic items of a period, some at a time, short ones first, then as `balanceStates`, those without a count, then by what was sold. */
export async function readOrganicBalances({ from, to }: Days, signal: AbortSignal): Promise<OrganicBalance[]> {
  const all: OrganicBalance[] = [];
  let after: number | null | undefined;
  while (after !== null) {
    const { items, next } = await call(massBalanceEndpoints.organic, { query: { from, to, after }, signal });
    all.push(...items.map((item) => ({ ...item, covered: item.covered && coverInWholeGrams(item.covered) })));
    after = next;
  }
  const rank = ({ covered, isCounted }: OrganicBalance) =>
    2 * balanceStates.indexOf(balanceStateOf(covered)) + Number(isCounted);
  const sold = ({ covered }: OrganicBalance) => covered?.soldGrams ?? 0;
  return all.toSorted((a, b) => rank(a) - rank(b) || sold(b) - sold(a) || a.itemName.localeCompare(b.itemName));
}

interface OrganicBalancesProps extends Days {
  items: readonly OrganicBalance[];
  /** The only scheme that is shown; undefined for all together. */
  scheme: Scheme | undefined;
}

/** The schemes of items, in the usual order. */
export function schemesIn(items: readonly OrganicBalance[]): Scheme[] {
  const rows = items.flatMap(({ covered }) => covered?.schemes ?? []);
  return schemes.filter((scheme) => rows.some((row) => row.scheme === scheme));
}

/** Items with what was bought and sold under a scheme alone; those without any of it are left out. */
export function underScheme(items: readonly OrganicBalance[], scheme: Scheme | undefined): OrganicBalance[] {
  if (scheme === undefined) return [...items];
  return items.flatMap(({ covered, ...item }) => {
    const row = covered?.schemes.find((each) => each.scheme === scheme);
    return row ? [{ ...item, covered: { ...row, schemes: [row] } }] : [];
  });
}

const subjectOf = ({ from, to, scheme }: OrganicBalancesProps) =>
  [balancedOver(massBalanceTexts.all, from, to), scheme && balancedScheme(scheme)].filter(Boolean).join(', ');

export function OrganicBalances(props: OrganicBalancesProps) {
  const { items, from, to } = props;
  const statementOf: RowPage<OrganicBalance> = ({ itemId }) => ({
    to: '/mass-balance',
    search: { from, to, itemId: String(itemId) },
  });
  const table = { label: massBalanceTexts.all, rowId: ({ itemId }: OrganicBalance) => itemId };
  const list = { rows: [...items], total: items.length, page: 1, pageSize: items.length, rowAt: undefined };
  const { entriesOf: _, ...opening } = useRowsOpen(table, list, statementOf);
  if (items.length === 0) {
    return (
      <Panel>
        <PanelMessage>{massBalanceTexts.noneOrganic}</PanelMessage>
      </Panel>
    );
  }
  const subject = subjectOf(props);
  const named = (row: OrganicBalance) => (
    <Link {...statementOf(row)} className={classes.link}>
      {row.itemName}
    </Link>
  );
  return (
    <>
      <p className={classes.printed} data-running-head={`${massBalanceTexts.title}: ${subject}`}>
        {subject}
      </p>
      <Answer items={items} />
      <Panel>
        <DataTable
          {...table}
          {...opening}
          columns={[
            { header: 'Item', weight: 'strong', cell: named },
            { header: 'State', cell: (row) => <StateOf item={row} /> },
            { header: 'Count', weight: 'small', cell: countOf },
            ...coverColumnsOf(items).map(gramsColumn),
            { header: massBalanceTexts.whereItWent, cell: ({ covered }) => covered && <Shares covered={covered} /> },
          ]}
          rows={items}
          card={(row) => ({
            title: named(row),
            state: <StateOf item={row} />,
            detail: [
              row.covered && `${formatKilograms(row.covered.soldGrams)} sold`,
              row.covered && `${formatKilograms(row.covered.leftGrams)} left`,
              countOf(row),
            ]
              .filter(Boolean)
              .join(', '),
            aside: row.covered && row.covered.shortGrams > 0 && (
              <Quantity quantity={fromGrams(row.covered.shortGrams)} unit="kg short" isDepleted />
            ),
          })}
          skeletons={0}
          stale={false}
        />
      </Panel>
      <p className={classes.none}>{massBalanceTexts.allNote}</p>
    </>
  );
}

/** The columns of covers; stock stands in for sales in few of them, so that column is shown only where it does. */
const coverColumnsOf = (items: readonly OrganicBalance[]) =>
  coverColumns.filter(
    ({ field }) => field !== 'standInGrams' || items.some(({ covered }) => covered && covered[field] !== 0),
  );

function gramsColumn({ label: header, field }: (typeof coverColumns)[number]): Column<OrganicBalance> {
  const shown = (grams: number) => ({ quantity: fromGrams(grams), unit: 'kg' });
  return {
    header,
    align: 'end',
    cell: ({ covered }, rows) => {
      if (!covered) return '';
      const column = quantityColumn(rows.flatMap((row) => (row.covered ? shown(row.covered[field]) : [])));
      const isDepleted = field === 'shortGrams' && covered.shortGrams > 0;
      return <Quantity {...shown(covered[field])} isDepleted={isDepleted} column={column} />;
    },
  };
}

/** The shares of what was sold, is left and went otherwise, and, at the end, what is short. */
function Shares({ covered }: { covered: Covered }) {
  const shares = coverShares.map(({ field, label }) => ({ field, label, grams: Math.max(covered[field], 0) }));
  const all = sumOf(shares.map(({ grams }) => grams));
  if (all === 0) return null;
  const text = shares
    .filter(({ grams }) => grams > 0)
    .map(({ label, grams }) => `${Math.round((grams / all) * 100)} % ${label.toLowerCase()}`)
    .join(', ');
  return (
    <div className={classes.shares} role="img" aria-label={text} title={text}>
      {shares.map(({ field, grams }) => grams > 0 && <i key={field} data-part={field} style={{ flexGrow: grams }} />)}
    </div>
  );
}

/** Exports the items as they are shown. */
export async function exportOrganicBalances(props: OrganicBalancesProps, onProgress: Progress): Promise<void> {
  const columns: SheetColumn<OrganicBalance>[] = [
    { heading: 'Item', width: 32, value: ({ itemName }) => itemName },
    { heading: 'State', width: 18, value: ({ covered }) => massBalanceTexts.states[balanceStateOf(covered)] },
    { heading: 'Count', width: 14, value: countOf },
    ...coverColumns.map(({ label, field }) => ({
      heading: `${label}, kg`,
      width: 18,
      value: ({ covered }: OrganicBalance) => (covered ? fromGrams(covered[field]) : null),
      sum: sumOfQuantities,
    })),
  ];
  const sheet = sheetOf(massBalanceTexts.title, columns, inTotal);
  await exportRows(sheet, props.items, [[exportTexts.about.subject, subjectOf(props)]], onProgress);
}

function StateOf({ item: { covered } }: { item: OrganicBalance }) {
  const state = balanceStateOf(covered);
  return <StatusPill tone={tones[state]} urgent={state !== 'covered'} label={massBalanceTexts.states[state]} />;
}

/** The note of an item that was not counted in the period. */
function countOf({ isCounted }: OrganicBalance): string {
  return isCounted ? '' : massBalanceTexts.uncounted;
}

/** '6.4 kg more was sold as organic than …', '50 kg short under NPOP.' */
function shortOf(covered: Covered): string {
  const { shortGrams } = covered;
  const inAll = shortGrams > 0 ? massBalanceTexts.moreSold(formatKilograms(shortGrams)) : '';
  const underSchemes = shortUnderText(covered);
  return [inAll, underSchemes && `${underSchemes}.`].filter(Boolean).join(' ');
}

/** 'Short in 1 of 13 items. Cumin seed: 6.4 kg more was sold …', or what was sold of what was there. */
function Answer({ items }: { items: readonly OrganicBalance[] }) {
  const inState = (state: BalanceState) => items.filter(({ covered }) => balanceStateOf(covered) === state);
  const short = inState('short');
  const covers = items.flatMap(({ covered }) => covered ?? []);
  const total = (field: 'soldGrams' | 'boughtGrams') => formatKilograms(sumOf(covers.map((cover) => cover[field])));
  const unweighed = inState('unweighed').length;
  const notCounted = items.filter(({ isCounted }) => !isCounted).length;
  return (
    <p className={classes.sentence}>
      <strong data-short={short.length > 0 || undefined}>
        {short.length > 0 ? massBalanceTexts.shortOf(short.length, items.length) : massBalanceTexts.verdict('covered')}
      </strong>{' '}
      {short.length > 0
        ? short.map(({ itemId, itemName, covered }) => (
            <span key={itemId}>
              <b>{itemName}:</b> {covered && shortOf(covered)}{' '}
            </span>
          ))
        : `${massBalanceTexts.coveredAll(covers.length)}: ${massBalanceTexts.soldOf(total('soldGrams'), total('boughtGrams'))} `}
      {notCounted > 0 && `${massBalanceTexts.notCounted(notCounted)} `}
      {unweighed > 0 && massBalanceTexts.unweighed(unweighed)}
    </p>
  );
}
