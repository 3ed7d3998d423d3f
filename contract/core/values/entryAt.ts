/** The entry of a list at an index that it has. Throws where it has none: a default in its place would hide the error. */
export function entryAt<Entry>(list: readonly Entry[], index: number): Entry {
  const entry = list[index];
  if (entry === undefined) throw new Error(`no entry ${index} in a list of ${list.length}`);
  return entry;
}
