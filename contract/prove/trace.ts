/** Trace: where lots came from and where they went, as a graph of lots and documents (docs/domain.md, Trace). */
import { screenTitles, traceRoots, type TraceRoot, type DocumentKind } from '../kinds.ts';
import { z } from 'zod';
import { claimTexts } from '../stock/claims/claims.ts';
import { claimsText, schemeClaim, schemeClaimText, schemeTexts } from '../stock/claims/schemes.ts';
import { soldAsAnswer, type SoldAs } from '../stock/claims/soldAs.ts';
import { endpoint, idParams } from '../core/endpoint.ts';
import { dateAnswer, quantityAnswer } from '../core/fields.ts';
import { findQuery } from '../core/lists.ts';
import { claims, lotOrigins } from '../stock/stock.ts';

export const traceTexts = {
  notDispatched: 'Nothing was dispatched yet',
  title: screenTitles.trace,
  notFound: 'There is nothing to trace here.',
  placeholder: 'Batch, lot, supplier lot, invoice or buyer',
  empty: 'Type or scan a batch, lot, supplier lot, invoice or buyer.',
  /** Heading of a trace. */
  of: (kind: TraceNodeKind | 'batch', name: string) =>
    `Trace of ${kind === 'run' ? 'the production of' : kind} ${name}`,
  unknown: (term: string) => `Nothing here is called ${term}.`,
  loadFailed: 'The trace could not be worked out.',
  noRun: (code: string) => `${code} has no run`,
  madeMore: (run: string) => `${run} made more than went in`,
  beforeReceipt: (code: string) => `${code} was used before it was received`,
  /** A movement out of a lot on a day before its receipt. */
  usedEarly: (kind: DocumentKind, what: string, day: string, since: string) => {
    if (kind === 'run') return `${what}: used ${day}, received ${since}`;
    return `${what}: ${kind === 'dispatch' ? 'dispatched' : 'taken out'} ${day}, in stock since ${since}`;
  },
  afterExpiry: (code: string) => `${code} was used after its expiry date`,
  sentExpired: (code: string) => `${code} was dispatched after its expiry date`,
  /** A movement out of a lot on a day after its expiry date, with the reason for it. */
  takenExpired: (
    kind: DocumentKind,
    what: string,
    { day, expiresOn, reason }: Record<'day' | 'expiresOn' | 'reason', string>,
  ) =>
    [`${what}: ${kind === 'run' ? 'used' : 'dispatched'} ${day}, expired ${expiresOn}`, reason]
      .filter(Boolean)
      .join(': '),
  sentEarly: (code: string) => `${code} was dispatched before it was in stock`,
  noCertificate: (code: string) => `${code} had no certificate on its day`,
  schemeUnknown: (code: string) => `${code} claims organic under no scheme that is known`,
  noBuyer: (dispatch: string) => `${dispatch} names no buyer`,
  sections: {
    back: 'Back to the farms',
    taken: 'What runs took',
    runs: 'Runs and batches',
    forward: 'Forward to the buyers',
    lost: 'Lost or written off',
    returned: 'Returned by buyers',
    store: 'In the store',
  },
  copy: 'Copy',
  copied: (rows: string) => `${rows} copied.`,
  copyFailed: 'The browser did not allow copying.',
  directions: { both: 'Both ways', backward: 'Back', forward: 'Forward' },
} as const;

export const traceDirections = ['both', 'backward', 'forward'] as const;
export type TraceDirection = (typeof traceDirections)[number];

const traceNodeKinds = ['lot', 'run', 'inward', 'dispatch', 'adjustment', 'supplier', 'buyer'] as const;
export type TraceNodeKind = (typeof traceNodeKinds)[number];

const gapKinds = [
  'noRun',
  'madeMore',
  'beforeReceipt',
  'afterExpiry',
  'noCertificate',
  'schemeUnknown',
  'noBuyer',
] as const;
/** The spreadsheet of a trace. */
export const traceExport = {
  sheet: 'Trace',
  headings: [
    'Direction',
    'Lot or batch',
    'Item',
    'Supplier or buyer',
    'Document',
    'Day',
    claimTexts.claim,
    claimTexts.certificate,
    'Quantity',
    'Unit',
    'Of it here, kg',
    'Gaps',
  ],
  parts: {
    back: 'Back',
    taken: 'Into a run',
    run: 'Run',
    forward: 'Forward',
    lost: 'Lost or written off',
    returned: 'Returned',
    store: 'In the store',
  },
  gaps: {
    noRun: 'No run recorded',
    madeMore: 'Made more than went in',
    beforeReceipt: 'Used before receipt',
    afterExpiry: 'Taken after its expiry date',
    noCertificate: claimTexts.noCertificate,
    schemeUnknown: schemeTexts.unknown,
    noBuyer: 'Buyer not recorded',
  },
  /** The file's name for a day, yyyy-mm-dd. */
  fileName: (day: string) => `Trace_${day}.xlsx`,
} as const;

/** Fields that do not apply to the kind of a node are left out: a trace may have fifty thousand nodes. */
const traceNode = z
  .object({
    id: z.string().describe('Its kind and number, such as lot-12.'),
    kind: z.enum(traceNodeKinds),
    recordId: z.int(),
    label: z.string(),
    link: z.string().describe('The page of the record.'),
    day: dateAnswer().optional(),
    itemName: z.string().optional(),
    unit: z.string().optional(),
    finishedGoodId: z.int().nullish(),
    origin: z.enum(lotOrigins).optional(),
    supplierLotNumber: z.string().optional(),
    quantityIn: quantityAnswer().optional(),
    onHandQty: quantityAnswer().optional(),
    expiresOn: dateAnswer().nullish(),
    claim: z.enum(claims).nullish(),
    claims: z.array(schemeClaim).optional().describe('Only for a lot that went into the root: as of the lot.'),
    counts: z
      .boolean()
      .optional()
      .describe('Only for a lot: whether it is an ingredient, not water, salt, an aid or packaging.'),
    certificateId: z.int().nullish(),
    certificateNumber: z.string().nullish().describe('Certificate that covers a lot of a supplier on its day.'),
    hasBill: z.boolean().optional(),
    soldAs: soldAsAnswer().optional().describe('The claim that a dispatch states; left out without one.'),
    phone: z.string().optional(),
    email: z.string().optional(),
    address: z.string().optional(),
    gaps: z.array(z.enum(gapKinds)),
  })
  .meta({ id: 'TraceNode' });

/** A node of a trace on the wire. */
export type TraceNode = z.input<typeof traceNode>;

/**
 * The claim of a lot with its scheme, or what a dispatch of it states; empty where it is not known, as of what was made of the
 * root.
 */
export function tracedClaim(
  { claim, claims: bySchemes, counts }: Pick<TraceNode, 'claim' | 'claims' | 'counts'>,
  soldUnder: SoldAs | null = null,
): string {
  if (soldUnder) return schemeClaimText(soldUnder);
  return bySchemes && counts !== false ? claimsText(bySchemes, claim ?? 'conventional') : '';
}

const traceEdge = z
  .object({
    from: z.string(),
    to: z.string(),
    quantity: quantityAnswer()
      .nullable()
      .describe('Quantity moved; null between a supplier or buyer and a document or opening stock.'),
    unit: z.string(),
    grams: quantityAnswer().nullable().describe('Null where the grams of a unit are unknown.'),
    shareGrams: quantityAnswer()
      .nullable()
      .describe('Part of the mass that is in the root, or came from it, in proportion to the outputs of each run.'),
    beforeReceipt: z
      .boolean()
      .optional()
      .describe('Whether a run or a dispatch took it on a day before the lot came in; else left out.'),
    afterExpiry: z
      .boolean()
      .optional()
      .describe('Whether a run or a dispatch took it on a day after the expiry date of the lot; else left out.'),
    returnedBy: z
      .string()
      .optional()
      .describe('From a return to its lot: the node of the buyer whom it was sent to; else left out.'),
  })
  .meta({ id: 'TraceEdge' });

/** An edge of a trace on the wire. */
export type TraceEdge = z.input<typeof traceEdge>;

const traceGap = z
  .object({ kind: z.enum(gapKinds), label: z.string(), link: z.string().describe('Where it is put right.') })
  .meta({ id: 'TraceGap' });

export const traceAnswer = z
  .object({
    root: z.string().describe('The node that was asked for.'),
    nodes: z.array(traceNode),
    edges: z.array(traceEdge),
    summary: z.object({
      lots: z.int().describe('Lots that it came from, without those of packaging.'),
      suppliers: z.int(),
      buyers: z.int().describe('Those whom dispatches of it went to.'),
      broughtGrams: quantityAnswer().nullable().describe('Mass that came into it from those lots.'),
      unit: z.string().describe('Unit of the root; empty where it has several.'),
      quantityIn: quantityAnswer().nullable(),
      dispatchedQty: quantityAnswer().nullable().describe('With buyers, without what they returned.'),
      onHandQty: quantityAnswer().nullable(),
      withoutBatchQty: quantityAnswer().nullable().describe('In runs that made no batch, or none yet.'),
      lostQty: quantityAnswer().nullable().describe('Wasted, lost, or returned to the supplier.'),
      certifiedPercent: quantityAnswer()
        .nullable()
        .describe('Certified part of the ingredients that came in, by mass, rounded down to one decimal.'),
      gaps: z.array(traceGap),
      ms: z.number(),
    }),
  })
  .meta({ id: 'Trace' });

/** A trace on the wire. */
export type Trace = z.input<typeof traceAnswer>;

const traceQuery = z.object({
  direction: z
    .enum(traceDirections, { error: `direction must be one of: ${traceDirections.join(', ')}.` })
    .default('both'),
});

function traceOf(root: TraceRoot) {
  return endpoint({
    method: 'GET',
    path: `/trace/${root}/:id`,
    access: ['proof', 'view'],
    params: idParams,
    query: traceQuery,
    answer: traceAnswer,
  });
}

const traceHit = z
  .object({
    root: z.enum(traceRoots),
    recordId: z.int(),
    label: z.string(),
    detail: z.string().describe('Distinguishes records of the same name.'),
    gtin: z.string().describe('GTIN of the product of a batch; else empty.'),
  })
  .meta({ id: 'TraceHit' });

/** Something that can be traced, on the wire. */
export type TraceHit = z.input<typeof traceHit>;

export const traceEndpoints = {
  find: endpoint({
    method: 'GET',
    path: '/trace/find',
    access: ['proof', 'view'],
    query: findQuery,
    answer: z.array(traceHit),
  }),
  lots: traceOf('lots'),
  goods: traceOf('goods'),
  inwards: traceOf('inwards'),
  suppliers: traceOf('suppliers'),
  runs: traceOf('production-runs'),
  dispatches: traceOf('dispatches'),
  buyers: traceOf('buyers'),
};
