/** The texts of every call of the API. Whoever adds an endpoint adds them here; the server doesn't start without. */
import { authEndpoints } from '../auth.ts';
import { backupEndpoints } from '../backups.ts';
import { buyerEndpoints } from '../buyers.ts';
import { categoryEndpoints } from '../categories.ts';
import type { Endpoint } from '../endpoints.ts';
import { goodEndpoints } from '../goods.ts';
import { healthEndpoint, readyEndpoint } from '../health.ts';
import { activityEndpoint, historyEndpoints } from '../history.ts';
import { inwardEndpoints } from '../inward.ts';
import { materialEndpoints } from '../materials.ts';
import { productEndpoints } from '../products.ts';
import { productionEndpoints } from '../production.ts';
import { sessionEndpoints } from '../sessions.ts';
import { supplierEndpoints } from '../suppliers.ts';
import { userEndpoints } from '../users.ts';
import { authCallTexts, sessionCallTexts, userCallTexts } from './accounts.ts';
import type { CallText, CallTexts } from './callText.ts';
import {
  buyerCallTexts,
  categoryCallTexts,
  materialCallTexts,
  productCallTexts,
  supplierCallTexts,
} from './masters.ts';
import { goodCallTexts, inwardCallTexts, productionCallTexts } from './stock.ts';

const backupTexts: CallTexts<typeof backupEndpoints> = {
  state: { operationId: 'getBackups', tag: 'Backups', summary: 'List the backups, and how the last one went' },
  create: {
    operationId: 'createBackup',
    tag: 'Backups',
    summary: 'Make a backup now',
    description: 'It is in the list once it is complete. Not there on PostgreSQL, which has tools of its own.',
  },
  file: {
    operationId: 'downloadBackup',
    tag: 'Backups',
    summary: 'Download a backup',
    description: 'The file holds every record and the hashes of all passwords. Not there on PostgreSQL.',
  },
};

function historyText(one: string, noun: string): CallText {
  return {
    operationId: `list${one}History`,
    tag: 'History',
    summary: `List what was done to a ${noun}`,
    description:
      'The newest first, also for a deleted record. Without `page` and `pageSize` the newest 200; the header `X-Total-Count` says how many there are in all.',
  };
}

const historyTexts: CallTexts<typeof historyEndpoints> = {
  suppliers: historyText('Supplier', 'supplier'),
  buyers: historyText('Buyer', 'buyer'),
  categories: historyText('Category', 'category'),
  products: historyText('Product', 'product'),
  materials: historyText('RawMaterial', 'raw material'),
  inward: historyText('Inward', 'purchase invoice'),
  production: historyText('Production', 'production'),
  goods: historyText('FinishedGood', 'finished good'),
  users: historyText('User', 'user'),
};

const activityText: CallText = {
  operationId: 'listActivity',
  tag: 'History',
  summary: 'List what was done, by whom and when',
  description: 'The newest first. Can be narrowed to a person, a kind of record and a time.',
};

const healthText: CallText = { operationId: 'getHealth', tag: 'Server', summary: 'Whether the server runs' };

const readyText: CallText = {
  operationId: 'getReadiness',
  tag: 'Server',
  summary: 'Whether the server can do its work',
  description: 'A 503 while the database does not answer or is not up to date, and while the server stops.',
};

function pairs<E extends Record<string, Endpoint>>(endpoints: E, texts: CallTexts<E>): [Endpoint, CallText][] {
  const found: Readonly<Record<string, CallText>> = texts;
  return Object.entries(endpoints).flatMap(([name, endpoint]): [Endpoint, CallText][] => {
    const text = found[name];
    return text ? [[endpoint, text]] : [];
  });
}

/** By the endpoint. */
export const callTexts: ReadonlyMap<Endpoint, CallText> = new Map([
  ...pairs(authEndpoints, authCallTexts),
  ...pairs(userEndpoints, userCallTexts),
  ...pairs(sessionEndpoints, sessionCallTexts),
  ...pairs(supplierEndpoints, supplierCallTexts),
  ...pairs(buyerEndpoints, buyerCallTexts),
  ...pairs(categoryEndpoints, categoryCallTexts),
  ...pairs(productEndpoints, productCallTexts),
  ...pairs(materialEndpoints, materialCallTexts),
  ...pairs(inwardEndpoints, inwardCallTexts),
  ...pairs(productionEndpoints, productionCallTexts),
  ...pairs(goodEndpoints, goodCallTexts),
  ...pairs(backupEndpoints, backupTexts),
  ...pairs(historyEndpoints, historyTexts),
  ...pairs({ activity: activityEndpoint }, { activity: activityText }),
  ...pairs({ healthEndpoint, readyEndpoint }, { healthEndpoint: healthText, readyEndpoint: readyText }),
]);
