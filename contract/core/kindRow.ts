/** The shape of a row of contract/kinds.ts, and the fields that follow from the name of a kind. */

/** A kind of records, with a history of their own. */
export interface RecordKindRow {
  /** Its name in the permission table and the history: the key of its row. */
  resource: string;
  /** One record, on its own. */
  label: string;
  /** One record, within a sentence. */
  noun: string;
  /** Title of its screen. */
  title: string;
  /** Address of its screen. A record's page has the id behind it. */
  screenPath: `/${string}`;
  /** Whether a record has a page, and whether a list shows its facts at a glance. */
  page: 'glanced' | 'plain' | null;
  /** Path below which its records are read, changed and restored. */
  apiPath: `/${string}`;
  /** Path of its list. */
  listPath: `/${string}`;
  idField: `${string}Id`;
  pageSize: number;
  /** Name of the icon beside its entry in the menu; sections that fold have none. */
  icon: string | null;
  restorable: boolean;
  /** In the command menu: its place among the kinds, its label there, and the screen that a row opens. */
  found: { place: number; label: string; opens: 'page' | 'list' } | null;
  /** From spreadsheets: its place among the imports, and the name of the import. */
  imported: { place: number; as: string } | null;
  /** Place of its list among those that have saved views. */
  viewed?: number;
  isMaster?: true;
  /** A lookup creates a record that it misses, in a panel beside the form. */
  createdInPlace?: true;
  /** The field with a record's name, where lists can be filtered by the record. */
  filteredBy?: 'name' | 'fullName';
  /** Its name in movements and in refusals, where it is a document. */
  document?: string;
  movesStock?: true;
  /** Its records have a file with a screen of its own. */
  hasFile?: true;
}

/** Subjects of events that are no records: sessions (by their user), backups, the installation as a whole. */
type EventKindRow = { label: string } & { [Field in Exclude<keyof RecordKindRow, 'label'>]?: never };

export type KindRow = RecordKindRow | EventKindRow;

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Paths and labels that follow from a noun and its plural: dispatches at /dispatches, by their dispatchId. */
export function regular<const Noun extends string, const Plural extends string>(noun: Noun, plural: Plural) {
  const path: `/${Plural}` = `/${plural}`;
  const idField: `${Noun}Id` = `${noun}Id`;
  const texts = { noun, label: capitalized(noun), title: capitalized(plural) };
  return {
    resource: plural,
    ...texts,
    screenPath: path,
    apiPath: path,
    listPath: path,
    idField,
    pageSize: 15,
  } as const;
}

/** Paths and labels of a master, which can be restored, and by which lists can be filtered. */
export function master<const Noun extends string, const Plural extends string>(noun: Noun, plural: Plural) {
  return {
    ...regular(noun, plural),
    restorable: true,
    isMaster: true,
    createdInPlace: true,
    filteredBy: 'name',
  } as const;
}
