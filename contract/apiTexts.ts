/** The texts of every endpoint. An endpoint without texts keeps the server from starting. */
import { readyCallText, healthCallText, authCallTexts, sessionCallTexts, userCallTexts, weeklyMailCallTexts } from './callTexts/core.ts';
import { activityCallText, backupCallTexts, companyCallTexts, morningCallTexts, findCallText, importCallText, importCallTexts, viewCallTexts } from './callTexts/office.ts';
import { materialStockEndpoints } from './materialStock.ts';
import { inwardOverviewEndpoint } from './inwardOverview.ts';
import { itemOverviewEndpoints } from './itemOverview.ts';
import { partyOverviewEndpoints } from './partyOverviews.ts';
import { adjustmentEndpoints } from './adjustments.ts';
import { authEndpoints } from './auth.ts';
import { backupEndpoints } from './backups.ts';
import { certificateEndpoints } from './certificates.ts';
import { companyEndpoints } from './company.ts';
import { dispatchEndpoints } from './dispatches.ts';
import type { Endpoint } from './endpoints.ts';
import { findEndpoint } from './find.ts';
import { goodEndpoints } from './goods.ts';
import { healthEndpoint, readyEndpoint } from './health.ts';
import { activityEndpoint, historyEndpoints } from './history.ts';
import { importEndpoints, importRuns } from './imports.ts';
import { inwardEndpoints } from './inward.ts';
import { itemEndpoints } from './items.ts';
import { lotEndpoints } from './lots.ts';
import { massBalanceEndpoints } from './massBalance.ts';
import { morningEndpoints } from './morning.ts';
import { packEndpoints } from './packs.ts';
import { productionEndpoints } from './production.ts';
import { readinessEndpoints } from './readiness.ts';
import { recallEndpoints } from './recalls.ts';
import { recipeEndpoints } from './recipes.ts';
import { restoreEndpoints } from './restore.ts';
import { runEndpoints } from './runs.ts';
import { sessionEndpoints } from './sessions.ts';
import { stockOnEndpoints } from './stockOn.ts';
import { traceEndpoints } from './trace.ts';
import { transactionCertificateEndpoints } from './transactionCertificates.ts';
import { userEndpoints } from './users.ts';
import { viewEndpoints } from './views.ts';
import { weeklyMailEndpoints } from './weeklyMail.ts';
import type { CallText, CallTexts } from './callText.ts';
import { certificateCallTexts, massBalanceCallTexts, packCallTexts, readinessCallTexts, recallCallTexts, traceCallTexts, transactionCertificateCallTexts } from './callTexts/prove.ts';
import { adjustmentCallTexts, itemCallTexts, lotCallTexts, itemOverviewCallTexts, stockOnCallTexts } from './callTexts/stock.ts';
import { dispatchCallTexts } from './callTexts/ship.ts';
import { recipeCallTexts, runCallTexts, goodCallTexts, materialStockCallTexts, productionCallTexts } from './callTexts/make.ts';
import { historyCallText, masterCallText, masterSections, restoreCallText, partyOverviewCallTexts } from './callTexts/masters.ts';
import { inwardCallTexts, inwardOverviewCallText } from './callTexts/buy.ts';

/** The sections of the API description, in its order, and what each is about. */
const sections: ReadonlyMap<string, string> = new Map([
  ['Sign-in', 'Signing in and out, a forgotten password, and the first administrator.'],
  ['Users', 'The people who may sign in, and their sessions.'],
  ...masterSections,
  ['Inward', 'Purchase invoices. Each line brings a lot of a raw material into stock.'],
  ['Production', 'What production uses of the raw materials, and how much is in stock.'],
  ['Production runs', 'What went into a run, what it made, and what was lost.'],
  ['Recipes', 'What products are made of, in versions.'],
  ['Dispatches', 'What left for which buyer, by lot.'],
  ['Adjustments', 'Opening stock, counts, write-offs and returns.'],
  ['Lots', 'What is in stock: items, their lots, and what moved in and out of each lot.'],
  ['Stock on a day', 'What was in stock on any day, its value, and the ledger of an item.'],
  ['Certificates', 'Certificates of suppliers and our own, on which organic claims rest.'],
  [
    'Transaction certificates',
    'What certification bodies issued for single shipments, and what is still to be covered.',
  ],
  ['Imports', 'Records from spreadsheets, checked first and saved all or nothing.'],
  ['Views', 'Saved views of lists: a search, filters and an order under a name.'],
  ['Find', 'Records of every kind by a part of what they are called.'],
  ['Trace', 'Where lots came from and where they went.'],
  ['Mass balance', 'What came in, went out and is left of an item, and of all that is made of it.'],
  ['Dashboard', 'What waits to be done, in figures.'],
  ['Readiness', 'What an inspector would stop at.'],
  ['Recalls', 'Where everything is that came of a lot, who has it, and what came back.'],
  ['Inspection packs', 'Signed files with all that proves a period or chosen lots.'],
  ['History', 'What was done to each record, by whom and when.'],
  ['Company', 'The company whose office this is, as papers name it.'],
  ['Backups', 'Backups of the built-in database.'],
  ['Server', 'Whether the server runs and is ready.'],
]);

function pairs<E extends Record<string, Endpoint>>(endpoints: E, texts: CallTexts<E>): [Endpoint, CallText][] {
  const found: Readonly<Record<string, CallText>> = texts;
  return Object.entries(endpoints).flatMap(([name, endpoint]): [Endpoint, CallText][] => {
    const text = found[name];
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
  ...pairs(lotEndpoints, lotCallTexts),
  ...pairs(itemEndpoints, itemCallTexts),
  ...pairs(partyOverviewEndpoints, partyOverviewCallTexts),
  ...pairs(itemOverviewEndpoints, itemOverviewCallTexts),
  [inwardOverviewEndpoint, inwardOverviewCallText],
  ...pairs(stockOnEndpoints, stockOnCallTexts),
  ...pairs(certificateEndpoints, certificateCallTexts),
  ...pairs(transactionCertificateEndpoints, transactionCertificateCallTexts),
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
  ...pairs(viewEndpoints, viewCallTexts),
  ...pairs(companyEndpoints, companyCallTexts),
  ...pairs(backupEndpoints, backupCallTexts),
  ...historyEndpoints.map((endpoint): [Endpoint, CallText] => [endpoint, historyCallText(endpoint.kind)]),
  ...restoreEndpoints.map((endpoint): [Endpoint, CallText] => [
    endpoint,
    restoreCallText(endpoint.access[0]),
  ]),
  ...pairs({ activity: activityEndpoint }, { activity: activityCallText }),
  ...pairs({ healthEndpoint, readyEndpoint }, { healthEndpoint: healthCallText, readyEndpoint: readyCallText }),
]);

/** The sections of the API description in its order, and the text of each call; undefined where none is written. */
export const apiTexts = {
  sections,
  textOf: (endpoint: Endpoint): CallText | undefined => callTexts.get(endpoint) ?? masterCallText(endpoint),
};
