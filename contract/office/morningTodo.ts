/** Open tasks as sentences, for the dashboard and for the weekly mail. */
import { sumOfAmounts } from '../core/values/numbers.ts';
import { formatDate, formatQuantityWithUnit, formatRupees } from '../core/values/format.ts';
import { daysAfter, daysUntil } from '../core/values/dates.ts';
import type { Morning } from './morning.ts';
import type { Action, Resource } from '../permissions.ts';
import { readinessTexts } from '../prove/readiness.ts';
import { countTexts } from '../stock/adjustments/countTexts.ts';

/** Existing harm, imminent harm, or ongoing work. */
export type TodoTone = 'red' | 'yellow' | 'plain';

interface Todo {
  kind: string;
  tone: TodoTone;
  count: number;
  text: string;
  detail: string;
  verb: string;
  /** Permission that the verb requires; without it the sentence is shown alone. */
  needs: readonly [Resource, Action];
  to: string;
}

const DETAILS = 2;

const tones: readonly TodoTone[] = ['red', 'yellow', 'plain'];

/** '1 batch', '3 batches'. */
function counted(count: number, one: string, many: string): string {
  return count === 1 ? one : many;
}

/** 'out', '3 days' or 'not used'. */
export function coverText({ freeQty, coverDays }: { freeQty: number; coverDays: number | null }): string {
  if (freeQty <= 0) return 'out';
  if (coverDays === null) return 'not used';
  return coverDays === 1 ? '1 day' : `${coverDays} days`;
}

function recallsTodo({ openRecalls }: Morning): Todo | undefined {
  if (!openRecalls?.newest) return undefined;
  const { count, newest } = openRecalls;
  return {
    kind: 'recalls',
    tone: 'red',
    count,
    text: counted(count, 'recall in progress', 'recalls in progress'),
    detail: newest.title,
    verb: counted(count, 'See the recall', 'See recalls'),
    needs: ['recalls', 'view'],
    to: count === 1 ? `/recalls/${newest.recallId}` : '/recalls?kind=real&state=open',
  };
}

function expiredTodo({ expiring, day }: Morning): Todo | undefined {
  if (!expiring || expiring.expired.count === 0) return undefined;
  const { count, rows } = expiring.expired;
  const [first] = rows;
  return {
    kind: 'expired',
    tone: 'red',
    count,
    text: counted(count, 'lot past its expiry date with stock', 'lots past their expiry date with stock'),
    detail: rows
      .slice(0, DETAILS)
      .map((row) => `${row.code}, ${row.itemName}: ${formatQuantityWithUnit(row.onHandQty, row.unit)}`)
      .join('; '),
    verb: 'Write off',
    needs: ['adjustments', 'create'],
    to: count === 1 && first ? `/lots/${first.lotId}` : `/lots?hasStock=true&expiresOnTo=${daysAfter(day, -1)}`,
  };
}

function belowReorderTodo({ belowReorder }: Morning): Todo | undefined {
  if (!belowReorder || belowReorder.count === 0) return undefined;
  const { count, out, rows } = belowReorder;
  const lasts = (row: (typeof rows)[number]) => {
    const text = coverText(row);
    return text === 'out'
      ? `${row.name} is out`
      : `${row.name} ${text === 'not used' ? 'is not used' : `lasts ${text}`}`;
  };
  return {
    kind: 'belowReorder',
    tone: out > 0 ? 'red' : 'yellow',
    count,
    text: counted(count, 'raw material below its reorder level', 'raw materials below their reorder level'),
    detail: rows.slice(0, DETAILS).map(lasts).join('; '),
    verb: 'See stock',
    needs: ['reports', 'view'],
    to: '/reports/rawmaterialreports?belowReorder=true',
  };
}

function unpaidTodo({ unpaid, day }: Morning): Todo | undefined {
  const [, ...late] = unpaid?.ages ?? [];
  const count = late.reduce((sum, age) => sum + age.count, 0);
  if (!unpaid?.oldest || count === 0) return undefined;
  const amount = sumOfAmounts(late.map((age) => age.amount));
  return {
    kind: 'unpaid',
    tone: 'yellow',
    count,
    text: counted(count, 'inward not paid for more than 30 days', 'inwards not paid for more than 30 days'),
    detail: `${formatRupees(amount)}, the oldest ${daysUntil(unpaid.oldest.inwardDate, day)} days`,
    verb: 'See inwards',
    needs: ['inward', 'view'],
    to: `/inward?isPaid=false&inwardDateTo=${late[0]?.to ?? day}`,
  };
}

function expiringTodo({ expiring, day }: Morning): Todo | undefined {
  const [soon] = expiring?.terms ?? [];
  if (!expiring || !soon || soon.count === 0) return undefined;
  const inDays = (on: string) => {
    const days = daysUntil(day, on);
    return days === 0 ? 'today' : days === 1 ? 'tomorrow' : `in ${days} days`;
  };
  return {
    kind: 'expiring',
    tone: 'yellow',
    count: soon.count,
    text: counted(soon.count, `lot expires in ${soon.days} days`, `lots expire in ${soon.days} days`),
    detail: expiring.rows
      .slice(0, Math.min(DETAILS, soon.count))
      .map((row) => `${row.code} ${inDays(row.expiresOn)}`)
      .join(', '),
    verb: 'See lots',
    needs: ['lots', 'view'],
    to: `/lots?hasStock=true&expiresOnFrom=${day}&expiresOnTo=${daysAfter(day, soon.days)}`,
  };
}

function waitingCountsTodo({ waitingCounts }: Morning): Todo | undefined {
  if (!waitingCounts?.newest) return undefined;
  const { count, newest } = waitingCounts;
  return {
    kind: 'waitingCounts',
    tone: 'yellow',
    count,
    text: counted(count, 'stock count waits for the office', 'stock counts wait for the office'),
    detail: `${formatDate(newest.date)}, ${countTexts.countedBy(newest.countedBy)}`,
    verb: countTexts.lookAndPost,
    needs: ['adjustments', 'update'],
    to: count === 1 ? `/adjustments/${newest.adjustmentId}` : '/adjustments?state=waiting',
  };
}

function runsTodo({ runsInProgress }: Morning): Todo | undefined {
  if (!runsInProgress || runsInProgress.count === 0) return undefined;
  const { count, since } = runsInProgress;
  return {
    kind: 'runs',
    tone: 'plain',
    count,
    text: counted(count, 'production run in progress', 'production runs in progress'),
    detail: since === null ? '' : `the oldest since ${formatDate(since)}`,
    verb: 'See runs',
    needs: ['runs', 'view'],
    to: '/production?status=in_progress',
  };
}

function soldWithoutBuyerTodo({ soldWithoutBuyer }: Morning): Todo | undefined {
  if (!soldWithoutBuyer || soldWithoutBuyer.count === 0) return undefined;
  const { count, newest } = soldWithoutBuyer;
  const amount = newest ? formatQuantityWithUnit(newest.quantity, newest.unit) : '';
  return {
    kind: 'soldWithoutBuyer',
    tone: 'plain',
    count,
    text: counted(count, 'batch sold without a buyer', 'batches sold without a buyer'),
    detail: newest ? `${newest.code}, ${newest.itemName}: ${amount}` : '',
    verb: 'Name the buyer',
    needs: ['dispatches', 'update'],
    to: count === 1 && newest ? `/dispatches/${newest.dispatchId}` : '/readiness',
  };
}

function readinessTodo({ readiness }: Morning): Todo | undefined {
  const open = readiness?.filter(({ count }) => count > 0) ?? [];
  if (open.length === 0) return undefined;
  const count = open.reduce((sum, kind) => sum + kind.count, 0);
  return {
    kind: 'readiness',
    tone: 'plain',
    count,
    text: counted(count, 'point an inspector would stop at', 'points an inspector would stop at'),
    detail: open
      .slice(0, DETAILS)
      .map((kind) => `${readinessTexts[kind.kind].title}: ${kind.count}`)
      .join('; '),
    verb: 'Open Readiness',
    needs: ['proof', 'view'],
    to: '/readiness',
  };
}

const HOUR_MS = 60 * 60 * 1000;

function backupTodo({ backup }: Morning, now: Date): Todo | undefined {
  if (!backup?.isDue) return undefined;
  const hours = backup.madeAt === null ? undefined : Math.floor((now.getTime() - Date.parse(backup.madeAt)) / HOUR_MS);
  return {
    kind: 'backup',
    tone: 'plain',
    count: 1,
    text: 'backup is due',
    detail: hours === undefined ? 'There is no good one yet' : `The last good one is ${hours} hours old`,
    verb: 'Back up now',
    needs: ['backups', 'create'],
    to: '/backups',
  };
}

/** A sentence for each kind of open task: red before yellow before the rest. */
export function todosOf(morning: Morning, now: Date): Todo[] {
  const all = [
    recallsTodo(morning),
    expiredTodo(morning),
    belowReorderTodo(morning),
    unpaidTodo(morning),
    expiringTodo(morning),
    waitingCountsTodo(morning),
    runsTodo(morning),
    soldWithoutBuyerTodo(morning),
    readinessTodo(morning),
    backupTodo(morning, now),
  ];
  const todos = all.flatMap((todo) => todo ?? []);
  return tones.flatMap((tone) => todos.filter((todo) => todo.tone === tone));
}
