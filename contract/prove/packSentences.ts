/** Sentences of an inspection pack, which stand above its tables and on its first page. Quantities come in words. */
import { formatPercent } from '../core/values/format.ts';
import { recallKindLabels, type RecallKind } from './recallTexts.ts';

/** '1 lot', '2 lots'. */
const many = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`;

interface RecallFigures {
  located: string;
  notified: number;
  buyers: number;
  recovered: string;
  out: string;
}

export const packSentences = {
  title: 'Inspection pack',
  named: (subject: string) => `Inspection pack: ${subject}`,
  made: (subject: string, at: string) => `${subject}. Made on ${at} by Godown.`,
  notWhole: 'Not printed whole',
  unchanged: 'That nothing was changed',
  /** Around the names of the two files. */
  sealed: (manifest: string, signature: string) =>
    `${manifest} names each file with its size and SHA-256, ${signature} is its Ed25519 signature. The key has the fingerprint`,
  /** Around the command. */
  howToCheck: (command: string) => `With Godown, the ZIP is checked on the page Inspection packs, or by ${command}.`,
  allFiles: 'All files',
  file: 'File',
  size: 'Size',
  empty: 'There is none.',
  rowIn: (row: number, file: string) => `Row ${row} of ${file}`,
  subject: (codes: readonly string[], from: string, to: string) =>
    codes.length === 0 ? `${from} to ${to}` : `Lots ${codes.join(', ')}; mass balances of ${from} to ${to}`,
  /** The steps of making it. */
  rowsOf: (section: string, rows: string) => `${section}, ${rows} rows`,
  finishing: 'Index and signature',

  events: 'Events',
  eventsAbout:
    'Everything that happened, as GS1 EPCIS 2.0 JSON-LD, and as a sortable spreadsheet as FSMA 204 asks for.',

  massBalances: (all: number, covered: number, short: number) =>
    `${many(all, 'mass balance')}: ${covered} covered, ${short} short.`,
  left: (amount: string, item: string) => `${amount} of ${item} left.`,
  /** After the verdict: what was there, and what became of it. */
  covered: (bought: string, item: string, available: string, uses: readonly string[]) =>
    `${bought} of organic ${item} ${available}: ${uses.join(', ')}.`,

  traces: (all: number, withGaps: number) =>
    `${many(all, 'trace')}, ${withGaps === 0 ? 'none with a gap' : `${withGaps} with gaps`}.`,
  noOrigin: 'Nothing went into it that is recorded',
  /** `mass` is null where it is not known. */
  origin: (mass: string | null, suppliers: number, lots: number) =>
    `${mass ?? 'It came'} from ${many(suppliers, 'supplier')} in ${many(lots, 'lot')}`,
  certified: (percent: number) => `${formatPercent(percent)} of what was bought certified on the day`,
  withBuyers: (amount: string, buyers: number) => `${amount} with ${many(buyers, 'buyer')}`,
  inStore: (amount: string) => `${amount} in the store`,
  lost: (amount: string) => `${amount} lost or written off`,
  gaps: (labels: readonly string[]) =>
    labels.length === 0 ? 'No gaps.' : `${many(labels.length, 'gap')}: ${labels.join(', ')}.`,
  usedEarly: 'used before receipt',
  certificate: (number: string) => `certificate ${number}`,
  supplierLot: (number: string) => `their lot ${number}`,

  runs: (runs: number) => `${many(runs, 'run')}.`,
  /** Dispatches, and how many of them an inspector looks at. */
  dispatches: (all: number, { nameless, beyond, expired }: Record<'nameless' | 'beyond' | 'expired', number>) =>
    [
      many(all, 'dispatch', 'dispatches'),
      nameless > 0 && `${nameless} without a buyer`,
      beyond > 0 && `${beyond} sold beyond a claim, each with its reason`,
      expired > 0 && `${expired} after the expiry date of a batch`,
    ]
      .filter(Boolean)
      .join(', ')
      .concat('.'),
  noBuyer: 'Not named',
  counts: (counts: number) => `${many(counts, 'count or adjustment', 'counts and adjustments')}.`,
  certificates: (certificates: number, files: number) =>
    `${many(certificates, 'certificate')}, ${many(files, 'file')}.`,
  transactionCertificates: (certificates: number, files: number) =>
    `${many(certificates, 'transaction certificate')}, ${many(files, 'file')}.`,
  bills: (lines: number, files: number) => `${many(lines, 'line')}, ${many(files, 'bill')}.`,

  /** Files with active content, each with what it has. */
  mayAct: (named: readonly string[], more: number) =>
    `These may act when they are opened: ${named.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`,
  mayActNote: (file: string, note: string) => `${file} (may act when opened: ${note})`,

  holds: (held: number, changes: number) =>
    `${many(held, 'lot')} on hold or recalled now, ${many(changes, 'hold or release', 'holds and releases')} in the period.`,
  heldNow: (state: string) => `${state} now`,

  recalls: (recalls: number, drills: number) => `${many(recalls, 'recall')}, ${many(drills, 'drill')}.`,
  recall: (kind: RecallKind, { title, day, by, reason }: Record<'title' | 'day' | 'by' | 'reason', string>) =>
    `${recallKindLabels[kind]} of ${title}, begun ${day} by ${by}: ${reason}.`,
  recallFigures: ({ located, notified, buyers, recovered, out }: RecallFigures) =>
    `Located ${located}, ${notified} of ${many(buyers, 'buyer')} told, recovered of shipped ${recovered}, still out: ${out}.`,
  recallOpen: 'Not closed.',
  recallClosed: (day: string, conclusion: string) => `Closed ${day}: ${conclusion}`,
  noticeBy: (by: string) => `by ${by}`,
  timeLine: 'Time line',

  readiness: (gaps: number, clean: number, kinds: number) =>
    gaps === 0 ? 'Nothing to put right.' : `${gaps} to put right; ${clean} of ${kinds} kinds in order.`,
  firstOf: (shown: number, all: number) => `The first ${shown} of ${all}.`,
} as const;
