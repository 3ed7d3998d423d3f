/** Which record that is there already each row of a sheet is about. */
import { eachRow } from '../stock/documents/importing.ts';

/** Keys by which two rows or records are the same, the strongest first: `exact` ones for certain, `loose` ones where nothing else is. */
export interface Keys {
  exact: string[];
  loose: string[];
  /** A key that only one record should have: two rows with it are one, even if other fields differ. */
  sole?: string | undefined;
}

/** A matching record or row, and the key that matched. */
interface Match<T> {
  same: T;
  key: string;
}

interface Recognised<T> {
  /** The record of each row that is there already; others may be meant as well where it is unsure. */
  existing: Map<number, Match<T> & { isUnsure: boolean }>;
  /** The number of the earlier row that a row repeats. */
  repeats: Map<number, Match<number>>;
}

interface RowWithKeys {
  number: number;
  keys: Keys;
}

interface How<Row, T> {
  keysOf: (record: T) => Keys;
  /** Whether a row can be about a record with one of its keys. */
  mayBe: (row: Row, record: T) => boolean;
  /** Whether a row can be the same as an earlier one with one of its keys. */
  mayRepeat: (row: Row, earlier: Row) => boolean;
  /** Whether a record has all that a row says, and nothing where the row is empty. */
  isEqual: (row: Row, record: T) => boolean;
  /** Whether a record has all that a row says. */
  isSame: (row: Row, record: T) => boolean;
}

async function indexed<T>(records: readonly T[], keysOf: (record: T) => readonly string[]): Promise<Map<string, T[]>> {
  const found = new Map<string, T[]>();
  await eachRow(records, (record) => {
    for (const key of keysOf(record)) {
      const others = found.get(key);
      if (others) others.push(record);
      else found.set(key, [record]);
    }
  });
  return found;
}

function matches<T>(keys: readonly string[], found: ReadonlyMap<string, readonly T[]>): Match<T>[] {
  return keys.flatMap((key) => (found.get(key) ?? []).map((same) => ({ same, key })));
}

/**
 * Finds the records that rows are about, one row for a record. Certain matches come first, so that two people with one phone
 * stay two. Where several records match alike, one that equals the row is meant, else one that has all that the row says
 * already; without one it is unsure.
 */
export async function recognise<Row extends RowWithKeys, T>(
  rows: readonly Row[],
  records: readonly T[],
  { keysOf, mayBe, mayRepeat, isEqual, isSame }: How<Row, T>,
): Promise<Recognised<T>> {
  const { existing, repeats }: Recognised<T> = { existing: new Map(), repeats: new Map() };
  const claimed = new Map<T, number>();
  const isKnown = ({ number }: Row) => existing.has(number) || repeats.has(number);

  /** The records that match a row alike: by its strongest key that is left, and by most of the others. */
  const likeliest = ({ keys }: Row, candidates: readonly Match<T>[]): Match<T>[] => {
    const open = candidates.filter(({ same }) => !claimed.has(same));
    let left = open.filter(({ key }) => key === open[0]?.key);
    for (const key of [...keys.exact, ...keys.loose]) {
      if (left.length < 2) break;
      const closer = left.filter(({ same }) => [...keysOf(same).exact, ...keysOf(same).loose].includes(key));
      if (closer.length > 0) left = closer;
    }
    return left;
  };
  const claim = ({ number }: Row, match: Match<T>, isUnsure: boolean) => {
    claimed.set(match.same, number);
    existing.set(number, { ...match, isUnsure });
  };
  const exact = await indexed(records, (record) => keysOf(record).exact);
  const loose = await indexed(records, (record) => keysOf(record).loose);
  const exactOf = (row: Row) => matches(row.keys.exact, exact).filter(({ same }) => mayBe(row, same));
  const looseOf = (row: Row) => matches(row.keys.loose, loose).filter(({ same }) => mayBe(row, same));
  /** First of all, so that no other row takes the record of one that says nothing else. */
  const claimSame = async (candidatesOf: (row: Row) => Match<T>[]) => {
    for (const fits of [isEqual, isSame]) {
      await eachRow(rows, (row) => {
        if (isKnown(row)) return;
        const alike = likeliest(row, candidatesOf(row));
        const found = alike.length < 2 ? undefined : alike.find(({ same }) => fits(row, same));
        if (found) claim(row, found, false);
      });
    }
  };

  await claimSame(exactOf);
  const seen = new Map<string, Row[]>();
  await eachRow(rows, (row) => {
    const { number, keys } = row;
    const candidates = exactOf(row);
    const own = existing.get(number);
    const [open, other] = own ? [own] : likeliest(row, candidates);
    const found = open ?? candidates[0];
    const like = matches(keys.exact, seen).find(({ key, same }) => {
      // Two records may have one of these already: their rows stay two.
      const isOwn = found !== undefined && (key !== keys.sole || keysOf(found.same).exact.includes(key));
      return !isOwn && mayRepeat(row, same);
    });
    const taken = open ? undefined : found && claimed.get(found.same);
    if (found && taken !== undefined) repeats.set(number, { same: taken, key: found.key });
    else if (like) repeats.set(number, { same: like.same.number, key: like.key });
    else if (found && !own) claim(row, found, other !== undefined);
    for (const key of keys.exact) {
      const others = seen.get(key);
      if (others) others.push(row);
      else seen.set(key, [row]);
    }
  });
  await claimSame(looseOf);
  await eachRow(rows, (row) => {
    if (isKnown(row)) return;
    const [found, other] = likeliest(row, looseOf(row));
    if (found) claim(row, found, other !== undefined);
  });
  return { existing, repeats };
}
