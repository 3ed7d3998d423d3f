/** An export of Tally with several tables: its parts are imported one after the other, without choosing the file again. */
import { importedResource, type ImportKind } from '#contract/kinds.ts';
import type { ImportAnswer } from '#contract/office/imports.ts';
import { currentUser, may } from '#web/core/api/session.ts';
import type { ReadTable } from '#web/core/sheets/readTable.ts';
import type { OwnTotal } from './ownTotal.ts';

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
  open: { name: string; kind: ImportKind } | undefined;
  /** Saved parts, by the names of their tables. */
  saved: ReadonlyMap<string, SavedPart>;
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
  return isTally ? { fileName, tables, open: undefined, saved: new Map() } : undefined;
}

let kept: { visit: TallyVisit; userId: number | undefined } | undefined;

/** Keeps a visit while other screens are looked at; it is gone with the page. */
export function keepVisit(visit: TallyVisit | undefined): void {
  kept = visit && { visit, userId: currentUser()?.userId };
}

/** The kept visit of this person, as long as a part of it is not saved. */
export function keptVisit(): TallyVisit | undefined {
  if (!kept || kept.userId !== currentUser()?.userId || !nextPart(kept.visit)) return undefined;
  return { ...kept.visit, open: undefined };
}

/** The first part that is not saved. */
export function nextPart({ tables, saved }: TallyVisit): ReadTable | undefined {
  return tables.find(({ name }) => !saved.has(name));
}
