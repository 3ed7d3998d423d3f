/** An export of Tally with several tables: its parts are imported one after the other, without choosing the file again. */
import { importedResource, type ImportKind } from '#contract/kinds.ts';
import type { ImportAnswer } from '#contract/office/imports.ts';
import { currentUser, may } from '#web/core/api/session.ts';
import type { ReadTable } from '#web/core/sheets/readTable.ts';
import type { OwnTotal } from '../totals/ownTotal.ts';

/** The result of a saved part. */
export interface SavedPart {
  kind: ImportKind;
  answer: ImportAnswer;
  /** The total that Tally states. */
  total: OwnTotal | undefined;
}

export interface TallyVisit {
  fileName: string;
  tables: readonly ReadTable[];
  /** The part that is imported now, by the name of its table, and as what. */
  current: { name: string; kind: ImportKind } | undefined;
  /** Saved parts, by the names of their tables. */
  saved: ReadonlyMap<string, SavedPart>;
}

export interface VisitState {
  visit: TallyVisit | undefined;
  setVisit: (visit: TallyVisit | undefined) => void;
}

/** By the name of a table: the kinds that its rows can be imported as. Items are raw materials or products, which nothing in Tally says. */
const kindsByName: readonly (readonly [name: RegExp, kinds: readonly ImportKind[]])[] = [
  [/^Sundry Creditors$/, ['suppliers']],
  [/^Sundry Debtors$/, ['buyers']],
  [/^Stock items(?: · .*)?$/, ['materials', 'products']],
  [/^(?:Opening stock by batch|Stock summary)$/, ['opening-stock']],
];

/** The kinds that a table of Tally can be imported as by this person. */
export function kindsOfPart({ name }: ReadTable): readonly ImportKind[] {
  const [, kinds = []] = kindsByName.find(([pattern]) => pattern.test(name)) ?? [];
  return kinds.filter((kind) => may('create', importedResource(kind)));
}

/** The visit of a file whose tables are all parts of Tally; undefined for other files. */
export function visitOf(fileName: string, tables: readonly ReadTable[]): TallyVisit | undefined {
  const isTally = tables.length > 1 && tables.every((table) => kindsOfPart(table).length > 0);
  return isTally ? { fileName, tables, current: undefined, saved: new Map() } : undefined;
}

let stored: { visit: TallyVisit; userId: number | undefined } | undefined;

/** Stores a visit while other screens are looked at, until the page is closed or loaded again. */
export function storeVisit(visit: TallyVisit | undefined): void {
  stored = visit && { visit, userId: currentUser()?.userId };
}

/** The stored visit of this person, as long as a part of it is not saved. */
export function storedVisit(): TallyVisit | undefined {
  if (!stored || stored.userId !== currentUser()?.userId || !nextPart(stored.visit)) return undefined;
  return { ...stored.visit, current: undefined };
}

/** The first part that is not saved. */
export function nextPart({ tables, saved }: TallyVisit): ReadTable | undefined {
  return tables.find(({ name }) => !saved.has(name));
}
