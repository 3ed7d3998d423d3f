/** The texts of every endpoint. An endpoint without texts keeps the server from starting. */
import {
  readyCallText,
  healthCallText,
  authCallTexts,
  sessionCallTexts,
  userCallTexts,
  weeklyMailCallTexts,
} from './core/callTexts.ts';
import {
  activityCallText,
  backupCallTexts,
  companyCallTexts,
  morningCallTexts,
  findCallText,
  importCallText,
  importCallTexts,
  viewCallTexts,
} from './office/callTexts.ts';
import { materialStockEndpoints } from './stock/items/materialStock.ts';
import { inwardOverviewEndpoint } from './buy/inwardOverview.ts';
import { itemOverviewEndpoints } from './stock/items/itemOverview.ts';
import { mergeableKinds, mergeEndpoints, undoMergeEndpoints } from './masters/merging.ts';
import { partyOverviewEndpoints } from './masters/partyOverviews.ts';
import { adjustmentEndpoints, countEndpoints } from './stock/adjustments/adjustments.ts';
import { authEndpoints } from './core/accounts/auth.ts';
import { backupEndpoints } from './office/backups.ts';
import { certificateEndpoints } from './prove/certificates/certificates.ts';
import { certificationBodyEndpoints } from './prove/certificates/certificationBodies.ts';
import { companyEndpoints } from './masters/company.ts';
import { dispatchEndpoints } from './ship/dispatches.ts';
import type { Endpoint } from './core/endpoint.ts';
import { findEndpoint } from './core/find.ts';
import { batchCostEndpoints } from './make/batchCosts.ts';
import { goodEndpoints } from './make/goods.ts';
import { healthEndpoint, readyEndpoint } from './core/health.ts';
import { activityEndpoint, historyEndpoints } from './core/history.ts';
import { importEndpoints, importRuns } from './office/imports.ts';
import { inwardEndpoints } from './buy/inward.ts';
import { itemEndpoints } from './stock/items/items.ts';
import { lotEndpoints } from './stock/lots/lots.ts';
import { massBalanceEndpoints } from './prove/massBalance.ts';
import { morningEndpoints } from './office/morning.ts';
import { packEndpoints } from './prove/packs.ts';
import { productionEndpoints } from './make/production.ts';
import { readinessEndpoints } from './prove/readiness.ts';
import { recallEndpoints } from './prove/recalls.ts';
import { recipeEndpoints } from './make/recipes.ts';
import { restoreEndpoints } from './core/restore.ts';
import { runEndpoints } from './make/runs.ts';
import { sessionEndpoints } from './core/accounts/sessions.ts';
import { stockLedgerEndpoints } from './stock/lots/stockLedger.ts';
import { stockOnEndpoints } from './stock/lots/stockOn.ts';
import { traceEndpoints } from './prove/trace.ts';
import { transactionCertificateEndpoints } from './prove/transactionCertificates.ts';
import { userEndpoints } from './core/accounts/users.ts';
import { viewEndpoints } from './core/views.ts';
import { weeklyMailEndpoints } from './core/accounts/weeklyMail.ts';
import type { CallText, CallTexts } from './core/callText.ts';
import {
  certificateCallTexts,
  certificationBodyCallTexts,
  massBalanceCallTexts,
  packCallTexts,
  readinessCallTexts,
  recallCallTexts,
  traceCallTexts,
  transactionCertificateCallTexts,
} from './prove/callTexts.ts';
import {
  adjustmentCallTexts,
  countCallTexts,
  itemCallTexts,
  lotCallTexts,
  itemOverviewCallTexts,
  materialStockCallTexts,
  stockLedgerCallTexts,
  stockOnCallTexts,
} from './stock/callTexts.ts';
import { dispatchCallTexts } from './ship/callTexts.ts';
import {
  batchCostCallTexts,
  goodCallTexts,
  productionCallTexts,
  recipeCallTexts,
  runCallTexts,
} from './make/callTexts.ts';
import {
  historyCallText,
  recordCallText,
  masterSections,
  recordSections,
  restoreCallText,
  mergeCallTexts,
  undoMergeCallTexts,
  partyOverviewCallTexts,
} from './masters/callTexts.ts';
import { inwardCallTexts, inwardOverviewCallText } from './buy/callTexts.ts';

/** The sections of the API description, in its order, with their subjects. */
const writtenSections: ReadonlyMap<string, string> = new Map([
  ['Sign-in', 'Signing in and out, a forgotten password, and the first administrator.'],
  ['Users', 'The people who may sign in, and their sessions.'],
  ...masterSections,
  ['Inward', 'Purchase invoices. Each line brings a lot of a raw material into stock.'],
  ['Production', 'Consumption of raw materials by production, and their stock.'],
  ['Production runs', 'Inputs, outputs and losses of each run.'],
  ['Recipes', 'Ingredients of products, in versions.'],
  ['Dispatches', 'Goods sent to buyers, by lot.'],
  ['Adjustments', 'Opening stock, counts, write-offs and returns.'],
  ['Counts', 'Counts of stock by everyone: those of users beyond tolerance wait for the office.'],
  ['Lots', 'Stock: items, their lots, and the movements of each lot.'],
  ['Stock on a day', 'Stock at the end of any day, its value, and the ledger of an item.'],
  ['Certificates', 'Certificates of suppliers and our own, on which organic claims rest.'],
  [
    'Transaction certificates',
    'Certificates of certification bodies for single shipments, and lines still to be covered.',
  ],
  ['Certification bodies', 'Bodies that issue certificates, and their suspensions by scheme.'],
  ['Imports', 'Records from spreadsheets, checked first and saved all or nothing.'],
  ['Views', 'Saved views of lists: a search, filters and an order under a name.'],
  ['Find', 'Records of every kind by a part of their name or number.'],
  ['Trace', 'Origin and destination of lots.'],
  ['Mass balance', 'Quantities in, out and left of an item, and of all that is produced from it.'],
  ['Dashboard', 'Pending work and its figures.'],
  ['Readiness', 'Gaps that an inspector would object to.'],
  ['Recalls', 'All descendants of a lot: where they are, who has them, and what came back.'],
  ['Inspection packs', 'Signed files with all that proves a period or chosen lots.'],
  ['History', 'Changes to each record, with user and time.'],
  ['Company', 'The company whose office this is, as papers name it.'],
  ['Backups', 'Backups of the built-in database.'],
  ['Server', 'Liveness and readiness of the server.'],
]);

/** A kind of record without a section of its own above has one that follows from its name. */
const sections = new Map([...writtenSections, ...recordSections.filter(([section]) => !writtenSections.has(section))]);

function pairs<E extends Record<string, Endpoint>>(endpoints: E, texts: CallTexts<E>): [Endpoint, CallText][] {
  const textsByName: Readonly<Record<string, CallText>> = texts;
  return Object.entries(endpoints).flatMap(([name, endpoint]): [Endpoint, CallText][] => {
    const text = textsByName[name];
    return text ? [[endpoint, text]] : [];
  });
}

const { batchNumberUse, perProduct } = goodEndpoints;
const callTexts: ReadonlyMap<Endpoint, CallText> = new Map([
  ...pairs(authEndpoints, authCallTexts),
  ...pairs(userEndpoints, userCallTexts),
  ...pairs(sessionEndpoints, sessionCallTexts),
  ...pairs(weeklyMailEndpoints, weeklyMailCallTexts),
  ...pairs(inwardEndpoints, inwardCallTexts),
  ...pairs(productionEndpoints, productionCallTexts),
  ...pairs(materialStockEndpoints, materialStockCallTexts),
  ...pairs(runEndpoints, runCallTexts),
  ...pairs(recipeEndpoints, recipeCallTexts),
  ...pairs(dispatchEndpoints, dispatchCallTexts),
  ...pairs(adjustmentEndpoints, adjustmentCallTexts),
  ...pairs(countEndpoints, countCallTexts),
  ...pairs(lotEndpoints, lotCallTexts),
  ...pairs(itemEndpoints, itemCallTexts),
  ...pairs(partyOverviewEndpoints, partyOverviewCallTexts),
  ...mergeableKinds.flatMap((kind) => pairs(mergeEndpoints[kind], mergeCallTexts(kind))),
  ...pairs(undoMergeEndpoints, undoMergeCallTexts),
  ...pairs(itemOverviewEndpoints, itemOverviewCallTexts),
  [inwardOverviewEndpoint, inwardOverviewCallText],
  ...pairs(stockOnEndpoints, stockOnCallTexts),
  ...pairs(stockLedgerEndpoints, stockLedgerCallTexts),
  ...pairs(certificateEndpoints, certificateCallTexts),
  ...pairs(transactionCertificateEndpoints, transactionCertificateCallTexts),
  ...pairs(certificationBodyEndpoints, certificationBodyCallTexts),
  ...pairs(recallEndpoints, recallCallTexts),
  ...importRuns.map(({ kind, endpoint }): [Endpoint, CallText] => [endpoint, importCallText(kind)]),
  ...pairs(importEndpoints, importCallTexts),
  [findEndpoint, findCallText],
  ...pairs(traceEndpoints, traceCallTexts),
  ...pairs(massBalanceEndpoints, massBalanceCallTexts),
  ...pairs(readinessEndpoints, readinessCallTexts),
  ...pairs(morningEndpoints, morningCallTexts),
  ...pairs(packEndpoints, packCallTexts),
  ...pairs({ batchNumberUse, perProduct }, goodCallTexts),
  ...pairs(batchCostEndpoints, batchCostCallTexts),
  ...pairs(viewEndpoints, viewCallTexts),
  ...pairs(companyEndpoints, companyCallTexts),
  ...pairs(backupEndpoints, backupCallTexts),
  ...historyEndpoints.map((endpoint): [Endpoint, CallText] => [endpoint, historyCallText(endpoint.kind)]),
  ...restoreEndpoints.map((endpoint): [Endpoint, CallText] => [endpoint, restoreCallText(endpoint.access[0])]),
  ...pairs({ activity: activityEndpoint }, { activity: activityCallText }),
  ...pairs({ healthEndpoint, readyEndpoint }, { healthEndpoint: healthCallText, readyEndpoint: readyCallText }),
]);

/** The sections of the API description in its order, and the text of each call; undefined if none is written. */
export const apiTexts = {
  sections,
  textOf: (endpoint: Endpoint): CallText | undefined => callTexts.get(endpoint) ?? recordCallText(endpoint),
};
