/** Merging two records of a master that are one in life (decision 128). */
import { z } from 'zod';
import { endpoint, idParams, messageAnswer } from '../core/endpoint.ts';
import { dateAnswer, queryId, seenUpdatedAt, withExample } from '../core/fields.ts';
import { formatQuantityWithUnit } from '../core/values/format.ts';
import { fromThousandths } from '../core/values/numbers.ts';
import { kindLabel, masters, recordKinds, type RecordResource } from '../kinds.ts';
import { buyerBody } from './buyers.ts';
import { materialUpdateBody } from './materials.ts';
import { productBody } from './products.ts';
import { supplierUpdateBody } from './suppliers.ts';

export const mergeableKinds = ['suppliers', 'buyers', 'materials', 'products'] as const;
export type MergeableKind = (typeof mergeableKinds)[number];

const nounOf = (kind: MergeableKind) => kindLabel(kind).toLowerCase();

export const mergeTexts = {
  action: 'Merge…',
  title: (kind: MergeableKind) => `Merge two ${masters[kind].title.toLowerCase()}`,
  goesInto: (merged: number, kept: number) => `ID ${merged} goes into ID ${kept}`,
  swap: (merged: number) => `Swap: keep ID ${merged}`,
  other: (kind: MergeableKind) => `The same ${nounOf(kind)} once more`,
  stays: (id: number) => `ID ${id} stays`,
  goes: (id: number) => `ID ${id} goes`,
  choose: 'Choose what is kept, or type it',
  willBeKept: 'Will be kept',
  since: (date: string) => `since ${date}`,
  moves: (merged: number, kept: number) => `Moves from ID ${merged} to ID ${kept}`,
  movesNothing: (merged: number) => `Nothing refers to ID ${merged}.`,
  kind: 'Kind',
  moved: 'Moves',
  afterwards: (kept: number) => `ID ${kept} then has`,
  bothHave: (number: string, date: string) =>
    `Both have invoice ${number} of ${date}. It may be one bill entered twice. Merging keeps both.`,
  otherUnit: (kept: string, merged: string) =>
    `One is counted in ${kept || 'no unit'}, the other in ${merged || 'no unit'}: their quantities can't be added.`,
  /** Weights of one unit in milligrams. */
  otherWeight: (kept: number, merged: number) => {
    const [one, other] = [kept, merged].map((milligrams) => formatQuantityWithUnit(fromThousandths(milligrams), 'g'));
    return `A unit of one weighs ${one}, of the other ${other}: what was made of one would get the weight of the other.`;
  },
  ingredient: 'One of them is an ingredient in a recipe of the other.',
  usedCode: (code: string) => `Both have ${code}: give one of them another code first.`,
  renamed: (code: string, becomes: string) =>
    `Both have a lot ${code}: the one that moves is called ${becomes} afterwards. Labels that are printed have the old code.`,
  papers: 'Papers and packs made before keep the name printed on them.',
  claims: 'Claims of lots stay as certified on their day.',
  settings: (kept: number) => `Reorder level, recipe part and the other stock settings are those of ID ${kept}.`,
  canBeUndone: 'Can be undone on the page of the record, as long as nothing new refers to it.',
  merge: (kept: number) => `Merge into ID ${kept}`,
  merged: (kind: MergeableKind, name: string, into: string) => `${kindLabel(kind)} ${name} merged into ${into}.`,
  failed: 'The records could not be merged.',
  notLoaded: 'The records could not be compared.',
  withItself: 'A record is not merged with itself.',
  alreadyMerged: (name: string) => `It was merged into ${name}. Undo that merge there instead.`,
  wasMerged: (name: string, id: number, when: string, who: string) =>
    `${name} (ID ${id}) was merged into this on ${when} by ${who}.`,
  undo: 'Undo the merge',
  undone: (name: string) => `${name} is a record of its own again.`,
  undoFailed: 'The merge could not be undone.',
  notFound: 'There is no such merge.',
  alreadyUndone: 'This merge is undone already.',
  keptDeleted: 'The record that was kept is deleted. Restore it first.',
  newReference: (kind: string, id: number) =>
    `${kind} ${id} refers to it since, and may mean either of the two: the merge stays.`,
  reassigned: (kind: string, id: number) => `${kind} ${id}, which was moved, refers to another record by now.`,
  /** The other record, in the history of each. */
  historyLabels: { mergedFrom: 'Merged with', mergedInto: 'Merged into' },
  inHistory: (name: string, id: number) => `${name} (ID ${id})`,
} as const;

/** One kind of record that refers to the merged one. */
const moves = z.array(
  z.object({
    kind: z.enum(recordKinds),
    moved: z.int().describe('Those that refer to the merged record, and move.'),
    afterwards: z.int().describe('Those that refer to the record that is kept afterwards.'),
  }),
);

const mergePreview = z
  .object({
    moves,
    sameInvoices: z
      .array(
        z.object({
          invoiceNumber: z.string(),
          date: dateAnswer(),
          mergedDocumentId: z.int(),
          keptDocumentId: z.int(),
        }),
      )
      .describe('Invoice numbers that both have: it may be one document entered twice.'),
    renamed: z
      .array(z.object({ code: z.string(), becomes: z.string() }))
      .describe('Lots whose code the kept item has too, and what they are called then.'),
    refusal: z.string().nullable().describe('Why they can not be merged.'),
  })
  .meta({ id: 'MergePreview' });
export type MergePreview = z.input<typeof mergePreview>;

const mergedIdInvalid = 'mergedId must be an id.';

const mergeRecord = z
  .object({
    mergeId: z.int(),
    mergedId: z.int(),
    mergedName: z.string(),
    mergedAt: z.iso.datetime(),
    userName: z.string().nullable(),
    refusal: z.string().nullable().describe('Why it can not be undone any more.'),
  })
  .meta({ id: 'Merge' });
export type MergeRecord = z.input<typeof mergeRecord>;

/** A merge of any kind as the server knows it: the fields of a change, and the merged record. */
interface MergeBody extends Record<string, unknown> {
  mergedId: number;
  mergedUpdatedAt?: string | null | undefined;
  updatedAt?: string | null | undefined;
}

const mergeFields = {
  mergedId: z
    .int(mergedIdInvalid)
    .positive(mergedIdInvalid)
    .describe('The record that is merged into this one, and deleted.'),
  mergedUpdatedAt: seenUpdatedAt.describe('The version of the merged record that was read.'),
};

/** The calls at the record that is kept; the body has the fields of a change, and `mergeFields`. */
function mergeCalls({ apiPath }: RecordResource, body: z.ZodType<MergeBody, object>) {
  const path: `/${string}/:id/merge` = `${apiPath}/:id/merge`;
  return {
    preview: endpoint({
      method: 'GET',
      path,
      access: ['merges', 'view'],
      params: idParams,
      query: z.object({
        mergedId: withExample(queryId(mergedIdInvalid), 2).describe('The record that is merged into this one.'),
      }),
      answer: mergePreview,
    }),
    merges: endpoint({
      method: 'GET',
      path: `${path}s`,
      access: ['merges', 'view'],
      params: idParams,
      answer: z.array(mergeRecord),
    }),
    merge: endpoint({
      method: 'POST',
      path,
      access: ['merges', 'create'],
      params: idParams,
      body,
      answer: messageAnswer.extend({ mergeId: z.int() }),
      status: 200,
      errors: ['conflict'],
    }),
  };
}

export const mergeEndpoints = {
  suppliers: mergeCalls(
    masters.suppliers,
    withExample(supplierUpdateBody.extend(mergeFields), {
      name: 'Jaintia Hills Turmeric Growers',
      phone: '9436117001',
      status: 1,
      mergedId: 11,
    }),
  ),
  buyers: mergeCalls(
    masters.buyers,
    withExample(buyerBody.extend(mergeFields), {
      name: 'Green Basket Stores',
      phone: '9876501234',
      status: 1,
      mergedId: 6,
    }),
  ),
  materials: mergeCalls(
    masters.materials,
    withExample(materialUpdateBody.extend(mergeFields), { name: 'Turmeric, Lakadong', unit: 'kg', mergedId: 10 }),
  ),
  products: mergeCalls(
    masters.products,
    withExample(productBody.extend(mergeFields), {
      name: 'Turmeric powder 200 g',
      categoryId: 1,
      price: 185.5,
      unit: 'jar',
      mergedId: 10,
    }),
  ),
};

/** Undoing a merge of any kind. */
export const undoMergeEndpoints = {
  undo: endpoint({
    method: 'POST',
    path: '/merges/:id/undo',
    access: ['merges', 'create'],
    params: idParams,
    answer: messageAnswer,
    status: 200,
    errors: ['conflict'],
  }),
};
