/** Texts of documents with lines in the history, computed from the sent bodies, without the server's code. */
import type { Json } from '../clients/caller.ts';
import { type Fields, type FieldChange, day, measured, states } from './expectedHistory.ts';

/** Records that documents refer to: materials, products, lots with their items, buyers and suppliers. */
export interface DocumentNames {
  materials: ReadonlyMap<number, Json>;
  products: ReadonlyMap<number, Json>;
  goods: ReadonlyMap<number, Json>;
  lots: ReadonlyMap<number, Json>;
  buyers: ReadonlyMap<number, Json>;
  suppliers: ReadonlyMap<number, Json>;
}

const adjustmentKinds: Readonly<Record<string, string>> = {
  opening: 'Opening stock',
  count: 'Stock count',
  writeOff: 'Write-off',
  supplierReturn: 'Return to supplier',
  buyerReturn: 'Return from buyer',
};

/** The fields of each kind of document, as the screens name them; lines are lists of texts. */
export function documentFields(names: DocumentNames): Readonly<Record<string, Fields>> {
  const itemOf = ({ rawMaterialId, productId }: Json) =>
    names.materials.get(rawMaterialId) ?? names.products.get(productId);
  const ofItem = (line: Json) => `${itemOf(line)?.name} ${measured(line.quantity, itemOf(line)?.unit)}`;
  const listOf = (lines: readonly Json[], text: (line: Json) => string) => lines.map(text).join(', ');
  const made = ({ batchNumber, quantity, productId }: Json) => {
    const { name, unit } = names.products.get(productId);
    return `${batchNumber} ${measured(quantity, unit)} (${name})`;
  };
  const lost = (line: Json) => `${line.reason} ${line.grams ? measured(line.grams, 'g') : ofItem(line)}`;
  const dispatched = ({ finishedGoodId, quantity }: Json) => {
    const { batchNumber, productId } = names.goods.get(finishedGoodId);
    const { name, unit } = names.products.get(productId);
    return `${batchNumber} ${measured(quantity, unit)} (${name})`;
  };
  const counted = ({ lotId, lotCode, quantity }: Json) => {
    const { name, unit } = itemOf(names.lots.get(lotId));
    return `${lotCode} ${measured(quantity, unit)} (${name})`;
  };
  const planned = ({ plannedLossPercent: loss, ...line }: Json) =>
    ofItem(line) + (loss ? ` (${measured(loss, '')} % lost)` : '');
  return {
    runs: {
      'Production date': ({ productionDate }) => day(productionDate),
      Status: ({ status }) => states[status] ?? '',
      Recipe: ({ recipeId, usedVersion }) => (recipeId ? `${recipeId}, version ${usedVersion}` : ''),
      Note: 'note',
      'Why more came out than went in': ({ gainReason = '' }) => gainReason,
      'Why it is taken after its date': ({ afterExpiryReason = '' }) => afterExpiryReason,
      Reason: ({ reason = '' }) => reason,
      Inputs: ({ inputs }) => listOf(inputs, ofItem),
      Outputs: ({ outputs }) => listOf(outputs, made),
      Loss: ({ losses }) => listOf(losses, lost),
    },
    goods: {
      Product: ({ productId }) => names.products.get(productId)?.name,
      'Batch number': 'batchNumber',
      Quantity: ({ quantity, productId }) => measured(quantity, names.products.get(productId)?.unit),
      Status: ({ status }) => states[status] ?? '',
      'Manufacture date': ({ manufactureDate }) => day(manufactureDate),
      'Expiry date': ({ expiryDate }) => day(expiryDate),
    },
    dispatches: {
      Buyer: ({ buyerId }) => names.buyers.get(buyerId)?.name ?? '',
      'Dispatch date': ({ dispatchDate }) => day(dispatchDate),
      'Invoice number': 'invoiceNumber',
      Vehicle: 'vehicle',
      'Transport document': 'transportDocument',
      'Transaction certificate': 'transactionCertificate',
      'Why it is taken after its date': ({ afterExpiryReason = '' }) => afterExpiryReason,
      Note: 'note',
      Batches: ({ lines }) => listOf(lines, dispatched),
    },
    adjustments: {
      Kind: ({ kind }) => adjustmentKinds[kind] ?? '',
      State: ({ waitingLines }) => (waitingLines ? 'Waiting for the office' : ''),
      Date: ({ date }) => day(date),
      Reason: 'reason',
      Supplier: ({ supplierId }) => names.suppliers.get(supplierId)?.name ?? '',
      Counted: ({ waitingLines = [] }) => listOf(waitingLines, counted),
    },
    recipes: {
      Product: ({ productId }) => names.products.get(productId)?.name,
      Makes: ({ outputQuantity, productId }) => measured(outputQuantity, names.products.get(productId)?.unit),
      'Expected yield (%)': ({ expectedYieldPercent: percent }) => (percent === null ? '' : measured(percent, '')),
      Note: 'note',
      Ingredients: ({ lines }) => listOf(lines, planned),
      Version: ({ version }) => String(version),
    },
  };
}

/** The changes of an adjustment's lines, each by the id and with the lot's code that the server gave it. */
export function adjustedLineChanges(names: DocumentNames, before: Json, after: Json): FieldChange[] {
  const linesOf = (record: Json) => new Map<number, Json>((record?.lines ?? []).map((line: Json) => [line.id, line]));
  const [had, has] = [linesOf(before), linesOf(after)];
  const itemOf = ({ rawMaterialId, productId, lotId }: Json): Json =>
    names.materials.get(rawMaterialId) ?? names.products.get(productId) ?? itemOf(names.lots.get(lotId));
  const read = (line: Json) =>
    line && [measured(line.quantity, itemOf(line).unit), line.reason].filter((text) => text !== '').join(', ');
  return [...new Set([...had.keys(), ...has.keys()])].flatMap((id): FieldChange[] => {
    const [was, is] = [had.get(id), has.get(id)];
    if (read(was) === read(is)) return [];
    const line = is ?? was;
    return [[`${itemOf(line).name}, ${line.lotCode}`, read(was) ?? null, read(is) ?? null]];
  });
}
