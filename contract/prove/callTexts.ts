/** Texts of the calls that prove organic origin and destination. */
import type { certificateEndpoints } from './certificates/certificates.ts';
import type { certificationBodyEndpoints } from './certificates/certificationBodies.ts';
import type { massBalanceEndpoints } from './massBalance.ts';
import type { packEndpoints } from './packs.ts';
import type { readinessEndpoints } from './readiness.ts';
import type { recallEndpoints } from './recalls.ts';
import type { traceEndpoints } from './trace.ts';
import type { transactionCertificateEndpoints } from './transactionCertificates.ts';
import type { CallText, CallTexts } from '../core/callText.ts';

export const certificateCallTexts: CallTexts<typeof certificateEndpoints> = {
  list: {
    operationId: 'listCertificates',
    tag: 'Certificates',
    summary: 'List certificates',
    description: '`search` looks in number, certification body, scheme and supplier.',
  },
  get: { operationId: 'getCertificate', tag: 'Certificates', summary: 'Read one certificate with its file' },
  file: { operationId: 'getCertificateFile', tag: 'Certificates', summary: 'Download the file of a certificate' },
  create: { operationId: 'createCertificate', tag: 'Certificates', summary: 'Add a certificate' },
  update: {
    operationId: 'updateCertificate',
    tag: 'Certificates',
    summary: 'Change a certificate',
    description: 'Names the lots that rested on it and are covered by none any more.',
  },
  holdUncovered: {
    operationId: 'holdUncoveredLots',
    tag: 'Certificates',
    summary: 'Put the lots on hold that rested on a certificate and are covered by none any more',
    description:
      'Those of which something is left; recalled ones once a false alarm would release them. A 409 where there is none.',
  },
  remove: {
    operationId: 'deleteCertificate',
    tag: 'Certificates',
    summary: 'Delete a certificate',
    description: 'A 409 where claims of lots rest on it.',
  },
};

const CERTIFICATION_BODIES = 'Certification bodies';

export const certificationBodyCallTexts: CallTexts<typeof certificationBodyEndpoints> = {
  list: {
    operationId: 'listCertificationBodies',
    tag: CERTIFICATION_BODIES,
    summary: 'List certification bodies',
    description: '`search` looks in name and code.',
  },
  get: {
    operationId: 'getCertificationBody',
    tag: CERTIFICATION_BODIES,
    summary: 'Read one certification body with what rested on its certificates while it was suspended',
  },
  create: {
    operationId: 'createCertificationBody',
    tag: CERTIFICATION_BODIES,
    summary: 'Add a certification body',
    description: 'A 409 where another one has its name.',
  },
  update: {
    operationId: 'updateCertificationBody',
    tag: CERTIFICATION_BODIES,
    summary: 'Change a certification body or its suspensions',
    description:
      'From the first day of a suspension on, its certificates of the scheme cover nothing; on the day of its end they cover again. Names the lots that rested on them and are covered by none any more.',
  },
  holdUncovered: {
    operationId: 'holdLotsOfSuspendedBody',
    tag: CERTIFICATION_BODIES,
    summary: 'Put the lots on hold that rested on certificates of a suspended body and are covered by none any more',
    description:
      'Those of which something is left; recalled ones once a false alarm would release them. A 409 where there is none.',
  },
  remove: {
    operationId: 'deleteCertificationBody',
    tag: CERTIFICATION_BODIES,
    summary: 'Delete a certification body',
    description: 'A 409 that names the certificates which name it.',
  },
};

const TRANSACTION_CERTIFICATES = 'Transaction certificates';

export const transactionCertificateCallTexts: CallTexts<typeof transactionCertificateEndpoints> = {
  list: {
    operationId: 'listTransactionCertificates',
    tag: TRANSACTION_CERTIFICATES,
    summary: 'List transaction certificates',
    description: '`search` looks in number, certification body, scheme, supplier and buyer.',
  },
  uncovered: {
    operationId: 'listUncoveredLines',
    tag: TRANSACTION_CERTIFICATES,
    summary: 'List what no transaction certificate covers yet',
    description:
      'Lines of inwards or dispatches of lots that claim organic, or made with organic, of which something is left to cover: the newest first.',
  },
  get: {
    operationId: 'getTransactionCertificate',
    tag: TRANSACTION_CERTIFICATES,
    summary: 'Read one transaction certificate with its file',
  },
  file: {
    operationId: 'getTransactionCertificateFile',
    tag: TRANSACTION_CERTIFICATES,
    summary: 'Download the file of a transaction certificate',
  },
  create: {
    operationId: 'createTransactionCertificate',
    tag: TRANSACTION_CERTIFICATES,
    summary: 'Add a transaction certificate',
    description:
      'All its lines are of its supplier, or of its buyer in a sale. What covers more of a line than is left is a 400 that names its quantity.',
  },
  update: {
    operationId: 'updateTransactionCertificate',
    tag: TRANSACTION_CERTIFICATES,
    summary: 'Change a transaction certificate',
    description: 'A line may keep its quantity where less was delivered since. A refused one covers nothing.',
  },
  remove: {
    operationId: 'deleteTransactionCertificate',
    tag: TRANSACTION_CERTIFICATES,
    summary: 'Delete a transaction certificate',
  },
};

const ofTrace = (operationId: string, what: string): CallText => ({
  operationId,
  tag: 'Trace',
  summary: `Trace ${what}`,
  description:
    'The lots and documents that it came from, back to the suppliers, and those that it went to, up to the buyers: at any depth, each node once.',
});

export const traceCallTexts: CallTexts<typeof traceEndpoints> = {
  find: {
    operationId: 'findTraceable',
    tag: 'Trace',
    summary: 'Find lots, documents and parties by name or number',
    description: 'Batches, lots, supplier lots, invoices, suppliers and buyers, exact matches first.',
  },
  lots: ofTrace('traceLot', 'a lot'),
  goods: ofTrace('traceGood', 'a batch of finished goods'),
  inwards: ofTrace('traceInward', 'all lots of an inward'),
  suppliers: ofTrace('traceSupplierLots', 'all lots of a supplier'),
  runs: ofTrace('traceProductionRun', 'a production run'),
  dispatches: ofTrace('traceDispatch', 'what a dispatch sent'),
  buyers: ofTrace('traceBuyer', 'all that a buyer got'),
};

export const readinessCallTexts: CallTexts<typeof readinessEndpoints> = {
  read: {
    operationId: 'listReadiness',
    tag: 'Readiness',
    summary: 'List everything that an inspector would stop at',
    description: 'Each kind with how many there are, and where each is put right. Kinds without any are listed too.',
  },
};

export const massBalanceCallTexts: CallTexts<typeof massBalanceEndpoints> = {
  read: {
    operationId: 'getMassBalance',
    tag: 'Mass balance',
    summary: 'Read the mass balance of an item or a lot over a period',
    description:
      'Opening and what came in equal what went out and closing. `withProducts` follows the item into all that is made of it, in its own mass, and says whether what was sold as organic is covered.',
  },
  organic: {
    operationId: 'listOrganicBalances',
    tag: 'Mass balance',
    summary: 'Read whether the organic sales of all organic items are covered over a period',
    description:
      'All items of which a lot came in as organic, with all that is made of them, by id, 10 at a time: `next` is the `after` of the next call.',
  },
};

export const recallCallTexts: CallTexts<typeof recallEndpoints> = {
  list: {
    operationId: 'listRecalls',
    tag: 'Recalls',
    summary: 'List recalls and drills',
    description: '`search` looks in title and reason.',
  },
  reach: {
    operationId: 'getRecallReach',
    tag: 'Recalls',
    summary: 'Read what a recall of lots would reach',
    description: 'All that came of them, at any depth. Nothing is changed.',
  },
  get: {
    operationId: 'getRecall',
    tag: 'Recalls',
    summary: 'Read one recall',
    description: 'With lots, buyers and figures of now; of a closed one, as they were when it was closed.',
  },
  letter: {
    operationId: 'getRecallLetter',
    tag: 'Recalls',
    summary: 'Read the letter to a buyer',
    description: 'A PDF with the quantities of recalled lots that the buyer got, and a request what to do with them.',
  },
  create: {
    operationId: 'createRecall',
    tag: 'Recalls',
    summary: 'Begin a recall or a drill',
    description:
      'A real one recalls all lots that came of those named: from its answer on no run and no dispatch takes from them, and what is made of them later is recalled too. A drill changes no lot.',
  },
  update: {
    operationId: 'updateRecall',
    tag: 'Recalls',
    summary: 'Note who was told and what they answered',
    description:
      'By line of a dispatch; lines that are not named stay. A 409 where the recall is closed or was changed concurrently.',
  },
  note: {
    operationId: 'addRecallNote',
    tag: 'Recalls',
    summary: 'Add a note to the time line',
    description: 'A 409 where the recall is closed.',
  },
  close: {
    operationId: 'closeRecall',
    tag: 'Recalls',
    summary: 'Close a recall and keep its report',
    description:
      '`release` gives lots back the state that they had. A 409 where it is closed or was changed concurrently.',
  },
};

export const packCallTexts: CallTexts<typeof packEndpoints> = {
  list: {
    operationId: 'listInspectionPacks',
    tag: 'Inspection packs',
    summary: 'List the newest inspection packs, with how far those are that are being made',
  },
  create: {
    operationId: 'createInspectionPack',
    tag: 'Inspection packs',
    summary: 'Make an inspection pack',
    description:
      'Covers a period, or chosen lots with all their origins and descendants, whenever those were. It is created in the background, from one snapshot.',
  },
  key: {
    operationId: 'getSigningKey',
    tag: 'Inspection packs',
    summary: 'Read the public key that inspection packs are signed with',
  },
  file: {
    operationId: 'downloadInspectionPack',
    tag: 'Inspection packs',
    summary: 'Download an inspection pack',
    description: 'A ZIP with a signed manifest. A 404 until it is done.',
  },
  verify: {
    operationId: 'verifyInspectionPack',
    tag: 'Inspection packs',
    summary: 'Check whether an inspection pack was changed, and whose it is',
    description:
      'The body is the ZIP itself. Nothing of it is kept. `origin` says whether it was made here: by the record of all packs, since their key is in every backup.',
  },
};
