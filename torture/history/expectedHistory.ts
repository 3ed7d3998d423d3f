/** The history expected of a write, computed from the request alone, without the server's code. */
import type { Json } from '../clients/caller.ts';

/** A changed field: its label, and how it reads before and after; null where there was or is no record. */
export type FieldChange = readonly [label: string, before: string | null, after: string | null];

/** A kind's fields by label: the field's name, or its text. */
export type Fields = Readonly<Record<string, string | ((record: Json) => string)>>;

export const amount = (rupees: number): string =>
  rupees.toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

/** '12 kg', '2.500 kg', and without a unit the number alone. */
export function measured(quantity: number, unit: string): string {
  const places = Number.isInteger(quantity) ? 0 : 3;
  const text = quantity.toLocaleString('en-IN', { minimumFractionDigits: places, maximumFractionDigits: places });
  return unit === '' ? text : `${text} ${unit}`;
}

const orNothing = (quantity: number | null, unit: string): string =>
  quantity === null ? '' : measured(quantity, unit);
export const day = (date: string | null): string => (date ? date.split('-').toReversed().join('-') : '');
/** Text of a certificate's file. */
export const fileText = ({ hasFile, fileReplaced }: Json): string =>
  fileReplaced ? 'replaced' : hasFile ? 'attached' : '';
/** A stored certificate: a file stays once it exists. */
export const withFile = (sent: Json, before: Json): Json => ({
  ...sent,
  hasFile: Boolean(sent.file) || before?.hasFile === true,
  file: sent.file ?? before?.file,
});
/** The same after a change, with whether its file was replaced. */
export const withReplacedFile = (sent: Json, before: Json): Json => ({
  ...withFile(sent, before),
  fileReplaced: Boolean(sent.file) && before?.hasFile === true && sent.file !== before.file,
});
const active = (status: number): string => (status === 1 ? 'Active' : 'Inactive');

const party = { Name: 'name', Email: 'email', GSTIN: 'gstinNumber', Phone: 'phone', Address: 'address' };
const named = { Name: 'name', Description: 'description' };

/** How the states of records read. */
export const states: Readonly<Record<string, string>> = {
  paid: 'Paid',
  notpaid: 'Not Paid',
  pending: 'Pending',
  in_progress: 'In progress',
  completed: 'Completed',
  available: 'Available',
  sold: 'Sold',
  expired: 'Expired',
  admin: 'Admin',
  manager: 'Manager',
  user: 'User',
  released: 'Released',
  onHold: 'On hold',
  recalled: 'Recalled',
};

/** Records that others refer to by name. */
export interface Names {
  categories: Map<number, Json>;
  suppliers: Map<number, Json>;
  materials: Map<number, Json>;
  products: Map<number, Json>;
}

/** For kinds that refer to nothing. */
export const noNames: Names = {
  categories: new Map(),
  suppliers: new Map(),
  materials: new Map(),
  products: new Map(),
};

/** The fields of each kind, as the screens name them. */
export function fieldsOf(names: Names): Record<string, Fields> {
  const parts: Record<string, string> = {
    ingredient: 'Ingredient',
    water: 'Water',
    salt: 'Salt',
    processingAid: 'Processing aid',
    packaging: 'Packaging',
  };
  const afterExpiry: Record<string, string> = {
    refuse: 'Not used or dispatched',
    reason: 'Only with a reason',
    say: 'Said, and allowed',
  };
  const Status = ({ status }: Json) => (typeof status === 'number' ? active(status) : (states[status] ?? ''));
  const Category = ({ categoryId }: Json) => names.categories.get(categoryId)?.name ?? '';
  const material = (record: Json) => names.materials.get(record.rawMaterialId);
  const product = (record: Json) => names.products.get(record.productId);
  return {
    suppliers: { ...party, Status },
    buyers: { ...party, Status },
    categories: { ...named, Status },
    materials: {
      ...named,
      Unit: 'unit',
      'Smallest quantity for production': (record) => measured(record.minProductionQuantity, record.unit),
      Category,
    },
    products: { ...named, Category, 'Price (₹)': (record) => amount(record.price), Unit: 'unit' },
    goods: {
      Product: (record) => product(record)?.name,
      'Batch number': 'batchNumber',
      Quantity: (record) => measured(record.quantity, product(record)?.unit),
      Status,
      'Manufacture date': (record) => day(record.manufactureDate),
      'Expiry date': (record) => day(record.expiryDate),
    },
    inward: {
      Supplier: (record) => names.suppliers.get(record.supplierId)?.name,
      'Invoice number': 'invoiceNumber',
      'Invoice date': (record) => day(record.inwardDate),
      Status,
      'GST (₹)': (record) => amount(record.totalGst),
      'Grand total': (record) => amount(grandTotal(record)),
    },
    production: {
      'Raw material': (record) => material(record)?.name,
      Quantity: (record) => measured(record.quantity, material(record)?.unit),
      'Production date': (record) => day(record.productionDate),
      Status,
    },
    lots: {
      'Supplier lot number': 'supplierLotNumber',
      'Expires on': (record) => day(record.expiresOn),
      State: (record) => states[record.state] ?? '',
      Reason: 'stateReason',
    },
    items: {
      'Grams per unit': (record) => orNothing(record.gramsPerUnit, ''),
      'Part in the recipe': (record) => parts[record.part] ?? '',
      'Tolerance of the mass balance (%)': (record) => orNothing(record.balanceTolerancePercent, ''),
      'Gain in production, at most (%)': (record) => orNothing(record.maxGainPercent, ''),
      'After its expiry date': (record) => afterExpiry[record.afterExpiry] ?? '',
      'Reorder level': (record) => orNothing(record.reorderLevel, record.unit),
    },
    users: {
      'Full Name': 'fullName',
      Email: 'email',
      Phone: 'phone',
      'User Role': (record) => states[record.userRole] ?? '',
      Status,
    },
  };
}

/** In whole paise, to avoid rounding errors: quantities have thousandths, prices paise. */
function grandTotal({ rawMaterials, totalGst }: Json): number {
  const lines: Json[] = rawMaterials;
  const paise = lines.map(({ quantity, pricePerUnit }) => {
    const product = BigInt(Math.round(quantity * 1000)) * BigInt(Math.round(pricePerUnit * 100));
    return Number((product + 500n) / 1000n);
  });
  return (paise.reduce((sum, each) => sum + each, 0) + Math.round(totalGst * 100)) / 100;
}

/** The changes of a record's fields: all fields where it was added or deleted, else those that differ. */
export function changesOf(fields: Fields, before: Json, after: Json): FieldChange[] {
  return Object.entries(fields).flatMap(([label, field]): FieldChange[] => {
    const read = (record: Json) => (typeof field === 'string' ? record[field] : field(record));
    const [was, is] = [before && read(before), after && read(after)];
    if (before && after) return was === is ? [] : [[label, was, is]];
    return was || is ? [[label, was, is]] : [];
  });
}

/** The changes of an inward's lines, each by the id that the server gave it. */
export function lineChangesOf(names: Names, before: Json, after: Json): FieldChange[] {
  const read = ({ rawMaterialId, quantity, pricePerUnit }: Json) => {
    const { name, unit } = names.materials.get(rawMaterialId) ?? { name: '', unit: '' };
    return { label: `Raw material: ${name}`, text: `${measured(quantity, unit)} at ${amount(pricePerUnit)}` };
  };
  const linesOf = (record: Json): Map<number, Json> =>
    new Map((record?.rawMaterials ?? []).map((line: Json) => [line.id, line]));
  const [had, has] = [linesOf(before), linesOf(after)];
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((id): FieldChange[] => {
    const [was, is] = [had.get(id), has.get(id)].map((line: Json) => (line ? read(line) : undefined));
    if (was?.text === is?.text) return [];
    return [[(is ?? was)?.label ?? '', was?.text ?? null, is?.text ?? null]];
  });
}

const sentence =
  /^([\d,.]+)(?: (.*?))? of (.*) (received into|taken back out of|taken from|given back to) lot (\S+)$/su;

/** Sums what sentences of the history took from each lot, by its code, in thousandths; returned quantities count against it. */
export function takenByLot(stock: readonly string[], into: Map<string, number>): void {
  for (const text of stock) {
    const [, quantity = '', , , what = '', lot = ''] = sentence.exec(text) ?? [];
    const thousandths = Math.round(Number(quantity.replaceAll(',', '')) * 1000);
    if (lot === '' || !(thousandths > 0)) throw new Error(`the sentence has another form: ${text}`);
    const sign = what === 'taken from' || what === 'received into' ? 1 : -1;
    into.set(lot, (into.get(lot) ?? 0) + sign * thousandths);
  }
}
