/** What can be imported from a spreadsheet; a small file, since every list asks whether it is among these. */
import type { Resource } from './permissions.ts';

/** In the order in which a new user needs them. */
export const importKinds = [
  'suppliers',
  'buyers',
  'categories',
  'materials',
  'products',
  'recipes',
  'opening-stock',
  'goods',
] as const;
export type ImportKind = (typeof importKinds)[number];

/** The records that an import of a kind makes. */
export function importedResource(kind: ImportKind): Resource {
  return kind === 'opening-stock' ? 'adjustments' : kind;
}

/** The kind of import that makes such records, if there is one. */
export function importKindOf(resource: string): ImportKind | undefined {
  return importKinds.find((kind) => importedResource(kind) === resource);
}
