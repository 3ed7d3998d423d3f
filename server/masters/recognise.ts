/** The existing record that each row of a sheet repeats. */
import { eachRow } from '../stock/documents/importing.ts';

/** Keys by which two rows or records are the same. */
export interface Keys {
  /** All keys by which a record, or an earlier row, is recognised. */
  own: string[];
  /** Keys that match for certain, the strongest first. */
  exact: string[];
  /** Keys that match where no other key does. */
  loose: string[];
  /** A key that only one record should have: two rows with it are one, even if other fields differ. */
  sole?: string | undefined;
  /** Keys by which one of several records with the sole key is closer than the others, the strongest first. */
  closer?: readonly string[];
}

/** Stands for the key of a row that was exported of its record and shares no other one with it. */
export const MARK = 'mark';

/** A matching record or row, and the key that matched. */
interface Match<T> {
  same: T;
  key: string;
}

interface Recognised<T> {
  /** The existing record of each row; others may be meant as well where it is unsure. */
  existing: Map<number, Match<T> & { isUnsure: boolean; isMarked: boolean }>;
  /** The number of the earlier row that a row repeats. */
  repeats: Map<number, Match<number>>;
}

interface RowWithKeys {
  number: number;
  keys: Keys;
}

interface Matching<Row, T> {
  keysOf: (record: T) => Keys;
  /** The record that a row was exported of. */
  markedBy: (row: Row) => T | undefined;
  /** Whether a record has all values of a row, and none where the row is empty. */
  isEqual: (row: Row, record: T) => boolean;
  /** Whether a record has all values of a row. */
  isSame: (row: Row, record: T) => boolean;
}

/** Limits the records that are compared with a row: each takes time, and all may have one key. */
const MAX_COMPARED = 50;

/** Records by their keys, in time that goes by the number of records and not by how many have a key in common. */
class RecordIndex<T> {
  readonly #first = new Map<string, T>();
  /** Those that are not yet the record of a row. */
  readonly #open = new Map<string, Set<T>>();

  add(record: T, keys: readonly string[]): void {
    for (const key of keys) {
      if (!this.#first.has(key)) this.#first.set(key, record);
      const others = this.#open.get(key);
      if (others) others.add(record);
      else this.#open.set(key, new Set([record]));
    }
  }

  claim(record: T, keys: readonly string[]): void {
    for (const key of keys) this.#open.get(key)?.delete(record);
  }

  /** The first record with one of the keys, claimed or not. */
  first(keys: readonly string[]): Match<T> | undefined {
    for (const key of keys) {
      const same = this.#first.get(key);
      if (same !== undefined) return { same, key };
    }
    return undefined;
  }

  /** The open records that match a row alike: by the strongest of the keys and, of the sole one, by most of the closer ones. */
  likeliest(keys: readonly string[], { sole, closer = [] }: Keys): { key: string; alike: ReadonlySet<T> } | undefined {
    const key = keys.find((each) => (this.#open.get(each)?.size ?? 0) > 0);
    if (key === undefined) return undefined;
    let alike = this.#open.get(key) ?? new Set();
    if (key !== sole) return { key, alike };
    for (const each of closer) {
      if (alike.size < 2) break;
      const others = this.#open.get(each) ?? new Set();
      // Left unsure.
      if (Math.min(alike.size, others.size) > MAX_COMPARED) break;
      const some = alike.intersection(others);
      if (some.size > 0) alike = some;
    }
    return { key, alike };
  }
}

type Strength = 'exact' | 'loose';

/** The rows of a sheet while their records are searched: each pass claims records that the passes before it left. */
class Recognition<Row extends RowWithKeys, T> {
  readonly #rows: readonly Row[];
  readonly #matching: Matching<Row, T>;
  readonly #index = new RecordIndex<T>();
  /** The number of the row of each record. */
  readonly #claimed = new Map<T, number>();
  readonly result: Recognised<T> = { existing: new Map(), repeats: new Map() };

  constructor(rows: readonly Row[], matching: Matching<Row, T>) {
    this.#rows = rows;
    this.#matching = matching;
  }

  add(record: T): void {
    this.#index.add(record, this.#matching.keysOf(record).own);
  }

  /** Rows that were exported of a record: first those that share a key with it still. */
  async claimMarked(): Promise<void> {
    const { keysOf, markedBy } = this.#matching;
    const { repeats } = this.result;
    const marked = this.#rows.flatMap((row) => {
      const same = markedBy(row);
      return same === undefined ? [] : [{ row, same }];
    });
    await eachRow(marked, ({ row, same }) => {
      if (this.#claimed.has(same)) return;
      const own = new Set(keysOf(same).own);
      const { exact, loose, own: all } = row.keys;
      const key = [...exact, ...loose, ...all].find((each) => own.has(each));
      if (key !== undefined) this.#claim(row, { same, key }, { isMarked: true });
    });
    const withOwnKey = new Set(this.#claimed.keys());
    await eachRow(marked, ({ row, same }) => {
      if (this.#isKnown(row) || withOwnKey.has(same)) return;
      const claimant = this.#claimed.get(same);
      if (claimant === undefined) this.#claim(row, { same, key: MARK }, { isMarked: true });
      else repeats.set(row.number, { same: claimant, key: MARK });
    });
  }

  /**
   * Rows that several records match alike, of which one has their values. Equal records first, so that a row with fewer
   * values does not take a record that another row equals.
   */
  async claimSame(strength: Strength): Promise<void> {
    for (const fits of [this.#matching.isEqual, this.#matching.isSame]) {
      await eachRow(this.#rows, (row) => {
        if (this.#isKnown(row)) return;
        const likeliest = this.#index.likeliest(row.keys[strength], row.keys);
        if (!likeliest || likeliest.alike.size < 2) return;
        const { key, alike } = likeliest;
        const same = alike
          .values()
          .take(MAX_COMPARED)
          .find((record) => fits(row, record));
        if (same !== undefined) this.#claim(row, { same, key });
      });
    }
  }

  /** Certain matches, and rows that repeat an earlier one. */
  async claimExact(): Promise<void> {
    const { keysOf } = this.#matching;
    const { existing, repeats } = this.result;
    const seen = new Map<string, number>();
    await eachRow(this.#rows, (row) => {
      const { number, keys } = row;
      const claimedBefore = existing.get(number);
      const open = claimedBefore ? undefined : this.#likeliestOf(row, 'exact');
      const match = claimedBefore ?? open?.match ?? this.#index.first(keys.exact);
      const sharedKey = keys.exact.find((key) => {
        // Two records may have one of these already: their rows stay two.
        const isOwn = match !== undefined && (key !== keys.sole || keysOf(match.same).own.includes(key));
        return !isOwn && seen.has(key);
      });
      const claimant = claimedBefore || open ? undefined : match && this.#claimed.get(match.same);
      if (match && claimant !== undefined) repeats.set(number, { same: claimant, key: match.key });
      else if (sharedKey !== undefined) repeats.set(number, { same: seen.get(sharedKey) ?? 0, key: sharedKey });
      else if (open) this.#claim(row, open.match, open);
      for (const key of keys.own) if (!seen.has(key)) seen.set(key, number);
    });
  }

  /** Matches by a loose key, of the records that are left. */
  async claimLoose(): Promise<void> {
    await eachRow(this.#rows, (row) => {
      const open = this.#isKnown(row) ? undefined : this.#likeliestOf(row, 'loose');
      if (open) this.#claim(row, open.match, open);
    });
  }

  #isKnown({ number }: Row): boolean {
    return this.result.existing.has(number) || this.result.repeats.has(number);
  }

  #claim({ number }: Row, match: Match<T>, { isUnsure = false, isMarked = false } = {}): void {
    this.#claimed.set(match.same, number);
    this.#index.claim(match.same, this.#matching.keysOf(match.same).own);
    this.result.existing.set(number, { ...match, isUnsure, isMarked });
  }

  #likeliestOf({ keys }: Row, strength: Strength): { match: Match<T>; isUnsure: boolean } | undefined {
    const likeliest = this.#index.likeliest(keys[strength], keys);
    const [same] = likeliest?.alike ?? [];
    if (!likeliest || same === undefined) return undefined;
    return { match: { same, key: likeliest.key }, isUnsure: likeliest.alike.size > 1 };
  }
}

/**
 * Finds the records that rows are about, one row for a record. A row is about the record that it was exported of. Where several
 * rows were, it is the one that shares a key with the record, since the others were copied from it. Then certain matches come
 * first, so that two people with one phone stay two. Where several records match alike, the one that equals the row is meant,
 * else one that has all that the row says already. Without such a record, or where far too many match, it is unsure.
 */
export async function recognise<Row extends RowWithKeys, T>(
  rows: readonly Row[],
  records: readonly T[],
  matching: Matching<Row, T>,
): Promise<Recognised<T>> {
  const recognition = new Recognition(rows, matching);
  await eachRow(records, (record) => recognition.add(record));
  const passes = [
    () => recognition.claimMarked(),
    () => recognition.claimSame('exact'),
    () => recognition.claimExact(),
    () => recognition.claimSame('loose'),
    () => recognition.claimLoose(),
  ];
  for (const pass of passes) await pass();
  return recognition.result;
}
