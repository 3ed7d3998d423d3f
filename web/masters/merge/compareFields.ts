/** The fields of two records of a master that are merged, compared. */
import { comparable, textOf, type ComparedRow } from '#web/core/form/conflicts/mergeVersions.ts';
import type { AnyMaster } from '../masterDefinition.ts';

/** Every field that differs is a row: 'theirs' is the kept record, 'mine' the merged one, as `Side` and `Saved` name them. */
export function compareFields({ labels, as = {} }: AnyMaster['compared'], kept: object, merged: object) {
  const fields = Object.entries(labels);
  const valueOf = (values: object, path: string): unknown => Reflect.get(values, path);
  const versionOf = (path: string, values: object) => {
    const value = valueOf(values, path);
    return { value, text: (as[path] ?? textOf)(value), isAbsent: false };
  };
  const isSame = ([path]: [string, string]) => comparable(valueOf(kept, path)) === comparable(valueOf(merged, path));
  const rowOf = ([path, label]: [string, string]): ComparedRow => ({
    path,
    label,
    base: undefined,
    theirs: versionOf(path, kept),
    mine: versionOf(path, merged),
    side: 'conflict',
    typedAs: as[path] === undefined && typeof valueOf(kept, path) === 'string' ? 'text' : 'nothing',
  });
  return {
    rows: fields.filter((field) => !isSame(field)).map(rowOf),
    same: fields.filter(isSame).map(([, label]) => label),
  };
}

/** The proposed side of a field. */
export const proposedSide = ({ theirs }: ComparedRow): 'theirs' | 'mine' => (theirs.text === '' ? 'mine' : 'theirs');
