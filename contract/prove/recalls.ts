/** Recalls and drills: locations of everything made from a lot, its buyers, and returns (docs/domain.md, Recalls). */
import { fieldTexts } from '../core/sharedTexts.ts';
import { z } from 'zod';
import { endpoint, idParams } from '../core/endpoint.ts';
import {
  dateAnswer,
  limits,
  optionalText,
  quantity,
  quantityAnswer,
  queryId,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../core/fields.ts';
import { choiceFilter } from '../core/filters.ts';
import { listOf } from '../core/values/listOf.ts';
import { listQuery } from '../core/lists.ts';
import { recallEndings, recallKindLabels, recallKinds, recallLabels, recallTexts } from './recallTexts.ts';
import { listPaths } from '../kinds.ts';
import { schemeClaim } from '../stock/claims/schemes.ts';
import { soldAsAnswer } from '../stock/claims/soldAs.ts';
import { claims, lotOrigins, lotStates } from '../stock/stock.ts';

const MAX_LOTS = 200;
const lotIds = listOf(z.int().positive(), {
  max: MAX_LOTS,
  tooMany: `At most ${MAX_LOTS} lots.`,
  missing: recallTexts.lotsRequired,
});

export const recallBody = withExample(
  z.object({
    kind: z.enum(recallKinds, { error: recallTexts.kindRequired }),
    title: requiredName(limits.name, recallTexts.titleRequired),
    reason: requiredName(limits.description, fieldTexts.reasonRequired),
    lotIds,
  }),
  { kind: 'drill', title: 'Mock recall of the season', reason: 'Yearly drill', lotIds: [14] },
);

const noteOfLine = z.object({
  dispatchLineId: z.int().positive(),
  notifiedAt: z.iso
    .datetime({ error: recallTexts.notedInvalid, abort: true })
    .refine((at) => at >= '2000', recallTexts.notedTooEarly)
    .nullish()
    .transform((at) => (at ? new Date(at).toISOString() : null)),
  notifiedBy: optionalText(limits.name).describe('How, such as by phone.'),
  answer: optionalText(limits.description),
  destroyedQty: quantity(recallTexts.destroyedInvalid, { min: 0 }).describe(
    'Quantity that the buyer destroyed. A returned quantity is recorded as an adjustment.',
  ),
});

export const recallUpdateBody = withExample(
  z.object({
    notes: listOf(noteOfLine, { max: limits.lines, missing: recallTexts.notesRequired }),
    updatedAt: seenUpdatedAt,
  }),
  {
    notes: [
      { dispatchLineId: 1, notifiedAt: '2026-11-20T05:00:00.000Z', notifiedBy: 'phone', answer: '', destroyedQty: 0 },
    ],
  },
);

const recallNoteBody = withExample(z.object({ text: requiredName(limits.description, recallTexts.noteRequired) }), {
  text: 'Laboratory confirmed the result.',
});

export const recallCloseBody = withExample(
  z.object({
    conclusion: requiredName(limits.description, recallTexts.conclusionRequired),
    lots: z.enum(recallEndings).default('keep'),
    updatedAt: seenUpdatedAt,
  }),
  { conclusion: 'Everything was found within an hour.' },
);

const at = () => z.iso.datetime();
/** Quantities of several units, a sum for each. */
const sums = z.array(z.object({ unit: z.string(), quantity: quantityAnswer() }));
export type Sums = z.input<typeof sums>;

const recallFields = {
  recallId: z.int(),
  kind: z.enum(recallKinds),
  title: z.string(),
  reason: z.string(),
  startedAt: at(),
  startedBy: z.string(),
  closedAt: at().nullable(),
  conclusion: z.string(),
  updatedAt: at(),
};

/** A recall in the list. */
export const recallRecord = z.object(recallFields).meta({ id: 'Recall' });
export type RecallRecord = z.input<typeof recallRecord>;

const recalledLot = z
  .object({
    lotId: z.int(),
    finishedGoodId: z.int().nullable(),
    code: z.string(),
    itemName: z.string(),
    unit: z.string(),
    origin: z.enum(lotOrigins),
    isRoot: z.boolean().describe('Where the recall began.'),
    state: z.enum(lotStates),
    // Missing in the reports of recalls that were closed by older versions.
    claim: z.enum(claims).optional(),
    claims: z.array(schemeClaim).optional().describe('Its claims by scheme.'),
    madeQty: quantityAnswer().describe('Made or received.'),
    usedQty: quantityAnswer().describe('Went into runs, and with them into other lots of this recall.'),
    shippedQty: quantityAnswer(),
    writtenOffQty: quantityAnswer().describe('Written off, such as samples, or returned to the supplier.'),
    lostQty: quantityAnswer().describe('Lost by counts, less what they found.'),
    onHandQty: quantityAnswer(),
  })
  .meta({ id: 'RecalledLot' });
export type RecalledLot = z.input<typeof recalledLot>;

const recalledLine = z
  .object({
    dispatchLineId: z.int(),
    dispatchId: z.int(),
    invoiceNumber: z.string(),
    dispatchDate: dateAnswer(),
    soldAs: soldAsAnswer().nullish().describe('The claim that its dispatch was sold under. Missing in older reports.'),
    lotId: z.int(),
    lotCode: z.string(),
    itemName: z.string(),
    unit: z.string(),
    quantity: quantityAnswer(),
    returnedQty: quantityAnswer(),
    returnedBeforeQty: quantityAnswer()
      .optional()
      .describe(
        'Part of returnedQty that came back before the recall began: neither shipped nor recovered. Missing in older reports.',
      ),
    destroyedQty: quantityAnswer().describe('Destroyed, of what is not back.'),
    outQty: quantityAnswer().describe('Neither returned nor destroyed.'),
    notifiedAt: at().nullable(),
    notifiedBy: z.string(),
    answer: z.string(),
  })
  .meta({ id: 'RecalledLine' });

const recalledBuyer = z
  .object({
    buyerId: z.int().nullable().describe('Null where nobody recorded who got it.'),
    name: z.string(),
    phone: z.string(),
    email: z.string(),
    address: z.string(),
    lines: z.array(recalledLine),
  })
  .meta({ id: 'RecalledBuyer' });
export type RecalledBuyer = z.input<typeof recalledBuyer>;

const recallEventKinds = ['begun', 'notified', 'answered', 'returned', 'note', 'closed'] as const;
const recallEvent = z.object({
  at: at(),
  kind: z.enum(recallEventKinds),
  who: z.string().describe('The buyer, or who wrote it.'),
  text: z.string(),
  quantities: sums.describe('Returned quantities.'),
});
export type RecallEvent = z.input<typeof recallEvent>;

const percent = () =>
  quantityAnswer().nullable().describe('Null where nothing, or nothing that can be added up, is meant.');

export const recallSummary = z.object({
  lots: z.int(),
  lotsInStock: z.int(),
  onHand: sums,
  shipped: sums,
  writtenOff: sums,
  lost: sums,
  // Missing in the reports of recalls that were closed by older versions.
  inProgress: sums.optional().describe('In runs in progress: inputs less outputs and losses, by mass.'),
  usedUp: sums.optional().describe('Used by completed runs that made no batch.'),
  destroyed: sums.optional().describe('Destroyed by buyers.'),
  recovered: sums.describe('Returned or destroyed.'),
  out: sums.describe('Shipped, and neither returned nor destroyed.'),
  buyers: z.int(),
  notified: z.int().describe('Buyers who were told of all that they got.'),
  lastNotifiedAt: at().nullable(),
  locatedPercent: percent().describe(
    'On hand, in runs in progress, written off or with known buyers; in percent of the quantity produced or received that is in no other lot of the recall.',
  ),
  recoveredPercent: percent().describe('On hand, written off, returned or destroyed; in percent of the same quantity.'),
  effectivenessPercent: percent().describe('Returned or destroyed, in percent of the quantity shipped.'),
  withoutGrams: z.array(z.string()).describe('Items in the way of the percentages.'),
});

export const recallDetail = z
  .object({
    ...recallFields,
    foundMs: z.number().describe('How long it took to find lots and buyers.'),
    summary: recallSummary,
    lots: z.array(recalledLot),
    buyers: z.array(recalledBuyer),
    timeline: z.array(recallEvent).describe('The newest first.'),
  })
  .meta({ id: 'RecallDetail' });
/** A recall with all that it reaches, on the wire; of a closed one, as it was when it was closed. */
export type RecallDetail = z.input<typeof recallDetail>;

const LETTER_MEDIA_TYPE = 'application/pdf';
const recallPath = `${listPaths.recalls}/:id` as const;

export const recallEndpoints = {
  list: endpoint({
    method: 'GET',
    path: listPaths.recalls,
    access: ['recalls', 'view'],
    query: listQuery(['recallId', 'startedAt', 'title']).extend({
      kind: choiceFilter(
        z.enum(recallKinds, { error: `kind must be one of: ${recallKinds.join(', ')}.` }),
        recallLabels.kind,
        recallKindLabels,
      ),
      state: choiceFilter(z.enum(['open', 'closed'], { error: 'state must be open or closed.' }), 'Status', {
        open: 'In progress',
        closed: 'Closed',
      }),
    }),
    answer: z.array(recallRecord),
  }),
  reach: endpoint({
    method: 'GET',
    path: `${listPaths.recalls}/reach`,
    access: ['recalls', 'view'],
    query: z.object({
      lotIds: withExample(
        z
          .string({ error: recallTexts.lotIdsInvalid })
          .regex(/^[1-9]\d{0,14}(,[1-9]\d{0,14})*$/, recallTexts.lotIdsInvalid)
          .transform((ids) => ids.split(',').map(Number))
          .pipe(lotIds),
        '1',
      ),
    }),
    answer: recallSummary,
  }),
  get: endpoint({
    method: 'GET',
    path: recallPath,
    access: ['recalls', 'view'],
    params: idParams,
    answer: recallDetail,
  }),
  letter: endpoint({
    method: 'GET',
    path: `${recallPath}/letter`,
    access: ['recalls', 'view'],
    params: idParams,
    query: z.object({ buyerId: withExample(queryId('buyerId must be an id.'), 1) }),
    answer: z.any().describe('The bytes of the PDF.'),
    mediaTypes: [LETTER_MEDIA_TYPE],
  }),
  create: endpoint({
    method: 'POST',
    path: listPaths.recalls,
    access: ['recalls', 'create'],
    body: recallBody,
    answer: recallDetail,
  }),
  update: endpoint({
    method: 'PUT',
    path: recallPath,
    access: ['recalls', 'update'],
    params: idParams,
    body: recallUpdateBody,
    answer: recallDetail,
    errors: ['conflict'],
  }),
  note: endpoint({
    method: 'POST',
    path: `${recallPath}/notes`,
    access: ['recalls', 'update'],
    params: idParams,
    body: recallNoteBody,
    answer: recallDetail,
    status: 200,
    errors: ['conflict'],
  }),
  close: endpoint({
    method: 'POST',
    path: `${recallPath}/close`,
    access: ['recalls', 'update'],
    params: idParams,
    body: recallCloseBody,
    answer: recallDetail,
    status: 200,
    errors: ['conflict'],
  }),
};
