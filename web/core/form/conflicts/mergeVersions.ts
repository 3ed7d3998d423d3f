/**
 * Merges two users' versions of one record: a change by one side alone is taken, differing changes need an answer.
 * Values are those of the form; lines of a document are compared line by line.
 */
import {
  day,
  type As,
  type Compared,
  type ComparedLine,
  type ComparedList,
} from '#web/core/form/conflicts/compared.ts';

export interface ComparedRow {
  /** In the form: 'phone', 'rawMaterials.2.quantity', or 'rawMaterials.2' for a line as one. */
  path: string;
  label: string;
  /** Undefined if it was not there. */
  base: string | undefined;
  theirs: Version;
  mine: Version;
  /** The side whose value will be saved; 'conflict' if both changed it. */
  side: 'conflict' | 'theirs' | 'mine';
  typedAs: 'text' | 'day' | 'nothing';
}

export interface Version {
  value: unknown;
  text: string;
  /** The line is not there. */
  isAbsent: boolean;
}

export interface Merged<Values> {
  values: Values;
  rows: ComparedRow[];
  /** Labels of the fields that are the same for both. */
  same: string[];
}

/** Not typed by a person: React's keys, and the version of the optimistic lock. */
const unseen = new Set(['key', 'updatedAt']);

/** Values as text that is equal where they are. */
export function comparable(value: unknown): string {
  return JSON.stringify(value, (name, part: unknown) => (unseen.has(name) ? undefined : part)) ?? '';
}

/** A value as text: a text, a number, or the label of a choice. */
export const textOf: As = (value) => {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value !== 'object' || value === null) return '';
  // A choice of a lookup.
  const label: unknown = Reflect.get(value, 'label') ?? Reflect.get(value, 'itemName') ?? Reflect.get(value, 'name');
  return typeof label === 'string' ? label : '';
};

interface Fields {
  base: Readonly<Record<string, unknown>>;
  mine: Readonly<Record<string, unknown>>;
  theirs: Readonly<Record<string, unknown>>;
}

interface Words {
  labels: Readonly<Record<string, string>>;
  as?: Readonly<Record<string, As>>;
}

function typedAs(as: As, values: readonly unknown[]): ComparedRow['typedAs'] {
  if (as === day) return 'day';
  return as === textOf && values.every((value) => typeof value === 'string') ? 'text' : 'nothing';
}

/** The fields of a record or of a line, one by one. */
function mergeFields({ base, mine, theirs }: Fields, { labels, as = {} }: Words, pathOf: (field: string) => string) {
  const values: Record<string, unknown> = {};
  const rows: ComparedRow[] = [];
  const same: string[] = [];
  for (const field of Object.keys(mine)) {
    const [baseText, myText, theirText] = [base[field], mine[field], theirs[field]].map(comparable);
    const side = myText === baseText ? 'theirs' : 'mine';
    values[field] = side === 'theirs' && field !== 'key' ? theirs[field] : mine[field];
    const label = labels[field];
    if (!label) continue;
    const read = as[field] ?? textOf;
    const version = (value: unknown): Version => ({ value, text: read(value), isAbsent: false });
    if (myText === theirText) same.push(label);
    else {
      rows.push({
        path: pathOf(field),
        label,
        base: read(base[field]),
        theirs: version(theirs[field]),
        mine: version(mine[field]),
        side: myText !== baseText && theirText !== baseText ? 'conflict' : side,
        typedAs: typedAs(read, [mine[field], theirs[field]]),
      });
    }
  }
  return { values, rows, same };
}

const recordOf = (value: object): Record<string, unknown> => Object.fromEntries(Object.entries(value));

interface LineVersions {
  base: ComparedLine | undefined;
  mine: ComparedLine | undefined;
  theirs: ComparedLine | undefined;
}

/**
 * A line as one: the line that stays in the form, if any, and its row, unless both are equal; one that goes has no place,
 * but a name of its own.
 */
function mergeWhole({ base, mine, theirs }: LineVersions, place: string, ownName: string) {
  const [baseText, myText, theirText] = [base, mine, theirs].map((each) => comparable(each?.line));
  const isConflict = myText !== baseText && theirText !== baseText && myText !== theirText;
  const side = myText === baseText ? 'theirs' : 'mine';
  // If one side removed a line and the other changed it, the changed one waits for the answer.
  const stays = isConflict ? (mine ?? theirs) : side === 'mine' ? mine : theirs;
  const version = (each?: ComparedLine): Version => ({
    value: each?.line,
    text: each?.text ?? '',
    isAbsent: each === undefined,
  });
  const label = (theirs ?? mine ?? base)?.name ?? '';
  const row: ComparedRow = {
    path: stays ? place : ownName,
    label,
    base: base?.text,
    theirs: version(theirs),
    mine: version(mine),
    side: isConflict ? 'conflict' : side,
    typedAs: 'nothing',
  };
  return { lines: stays ? [stays.line] : [], rows: myText === theirText ? [] : [row] };
}

/** Lines by their key and, where lines have one key, such as one product twice, by their number among those. */
function byKey(lines: readonly ComparedLine[]): Map<string, ComparedLine> {
  const counts = new Map<ComparedLine['key'], number>();
  return new Map(
    lines.map((line) => {
      const number = counts.get(line.key) ?? 0;
      counts.set(line.key, number + 1);
      return [`${line.key ?? 'new'} ${number}`, line];
    }),
  );
}

/** The lines of a list: theirs in their order, then those that only this side has. */
function mergeLines<Values>(list: ComparedList<Values>, versions: { base: Values; mine: Values; theirs: Values }) {
  const baseLines = byKey(list.linesOf(versions.base));
  const myLines = byKey(list.linesOf(versions.mine));
  const theirLines = byKey(list.linesOf(versions.theirs));
  const names = new Set([...theirLines.keys(), ...myLines.keys()]);
  const lineVersions = [...names].map((name) => ({
    name,
    base: baseLines.get(name),
    mine: myLines.get(name),
    theirs: theirLines.get(name),
  }));
  const lines: object[] = [];
  const rows: ComparedRow[] = [];
  for (const { name, base, mine, theirs } of lineVersions) {
    const path = `${list.name}.${lines.length}`;
    if (base && mine && theirs && list.labels) {
      const fields = { base: recordOf(base.line), mine: recordOf(mine.line), theirs: recordOf(theirs.line) };
      const merged = mergeFields(fields, { labels: list.labels, as: list.as }, (field) => `${path}.${field}`);
      lines.push(merged.values);
      rows.push(...merged.rows.map((row) => ({ ...row, label: `${theirs.name}, ${row.label}` })));
    } else {
      const merged = mergeWhole({ base, mine, theirs }, path, `${list.name}.without ${name}`);
      lines.push(...merged.lines);
      rows.push(...merged.rows);
    }
  }
  return { lines, rows };
}

/** Merges `mine` with `theirs`, both based on `base`. */
export function mergeVersions<Values extends object>(
  compared: Compared<Values>,
  versions: { base: Values; mine: Values; theirs: Values },
): Merged<Values> {
  const { base, mine, theirs } = versions;
  const { lists = [] } = compared;
  const listNames = new Set(lists.map(({ name }) => name));
  const fields = { base: recordOf(base), mine: recordOf(mine), theirs: recordOf(theirs) };
  const { values, rows, same } = mergeFields(fields, compared, (field) => field);
  const merged = lists.map((list) => ({ name: list.name, ...mergeLines(list, versions) }));
  const listed = merged.filter(({ lines }) => lines.length > 0).map(({ name, lines }) => [name, lines] as const);
  return {
    values: { ...mine, ...values, ...Object.fromEntries(listed) },
    rows: [...rows.filter(({ path }) => !listNames.has(path)), ...merged.flatMap((list) => list.rows)],
    same,
  };
}
