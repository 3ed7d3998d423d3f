/** The calls of a test's person that must succeed, and the settings and states that tests give records. */
import { afterEach, expect } from 'vitest';
import type { ImportKind } from '#contract/kinds.ts';
import type { MassBalance } from '#contract/prove/massBalance.ts';
import { verifyLedger } from '#server/stock/ledger/verify.ts';
import type { Answer, Caller, TestApp } from './buildTestApp.ts';
import { addInward, certificateFields, dispatchFields } from './factories.ts';

type Method = Parameters<Caller>[0];

/** The JSON of an answer that must have this status. */
export async function jsonOf(status: number, answer: Promise<Answer>): Promise<Answer['json']> {
  const { status: actual, json, text } = await answer;
  expect(actual, text).toBe(status);
  return json;
}

export function worldOf(call: Caller) {
  /** Makes a call, by default of the same person, that answers with this status; returns the JSON. */
  async function must(status: number, method: Method, path: string, body?: object, by = call) {
    const answer = await by(method, path, body);
    expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(status);
    return answer.json;
  }

  /** Makes a call that succeeds; returns the JSON. */
  async function done(method: Method, path: string, body?: object) {
    const { status, json, text } = await call(method, path, body);
    expect(status, `${method} ${path}: ${text}`).toBeLessThan(300);
    return json;
  }

  /** The item of a raw material or product. */
  async function itemOf(wanted: { rawMaterialId: number } | { productId: number }) {
    const [[field, id] = ['', 0]] = Object.entries(wanted);
    return (await done('GET', '/items')).find((item: Record<string, unknown>) => item[field] === id);
  }

  /** Changes stock settings of a raw material or product; returns the id of its item. */
  async function describeItem(wanted: Parameters<typeof itemOf>[0], settings: object): Promise<number> {
    const item = await itemOf(wanted);
    await done('PUT', `/items/${item.itemId}`, { ...item, ...settings, updatedAt: undefined });
    return item.itemId;
  }

  /** Records an inward of one line on 01-11-2026, at 10 rupees a unit; returns its lot. */
  async function receive(
    supplierId: number,
    rawMaterialId: number,
    quantity: number,
    line: object = {},
    inward: object = {},
  ): Promise<number> {
    const rawMaterials = [{ rawMaterialId, quantity, pricePerUnit: 10, ...line }];
    return (await addInward(call, supplierId, [], { rawMaterials, ...inward })).rawMaterials[0].lotId;
  }

  /** Records a dispatch; returns it. */
  async function dispatch(buyerId: number | undefined, lines: object[], over: object = {}): Promise<Answer['json']> {
    return await must(201, 'POST', '/dispatches', dispatchFields(buyerId, lines, over));
  }

  /** Records a return of one line of a dispatch; returns the adjustment. */
  async function returnFromBuyer(dispatchLineId: number, quantity: number, over: object = {}): Promise<Answer['json']> {
    const lines = [{ dispatchLineId, quantity }];
    const body = { kind: 'buyerReturn', date: '2026-11-18', reason: 'Lids leak', lines, ...over };
    return await must(201, 'POST', '/adjustments', body);
  }

  /** Adds a certificate of a supplier; returns it. */
  async function addCertificate(supplierId: number, over: object = {}): Promise<Answer['json']> {
    return await must(201, 'POST', '/certificates', certificateFields(supplierId, over));
  }

  /** Adds a certificate of our own; returns it. */
  async function addOwnCertificate(over: object = {}): Promise<Answer['json']> {
    return await addCertificate(0, { holder: 'own', supplierId: null, ...over });
  }

  const readLot = async (lotId: number): Promise<Answer['json']> => await must(200, 'GET', `/lots/${lotId}`);

  /** The state of a lot with its reason, such as 'onHold: Moisture'. */
  async function stateOf(lotId: number): Promise<string> {
    const { state, stateReason } = await readLot(lotId);
    return stateReason === '' ? state : `${state}: ${stateReason}`;
  }

  /** Imports rows, and updates records that exist; answers whatever the status. */
  async function importSheet(kind: ImportKind, headings: string[], rows: unknown[][], over: object = {}) {
    return await call('POST', `/imports/${kind}`, { headings, rows, mode: 'save', onExisting: 'update', ...over });
  }

  /** The faulty cells of a sheet, by row and field. */
  async function findFaults(kind: ImportKind, headings: string[], rows: unknown[][]): Promise<Record<string, string>> {
    const { status, json, text } = await importSheet(kind, headings, rows, { mode: 'check' });
    expect(status, text).toBe(200);
    const faults: { row: number; field: string; message: string }[] = json.faults;
    return Object.fromEntries(faults.map(({ row, field, message }) => [`${row} ${field}`, message]));
  }

  const balance = async (query: string): Promise<MassBalance> => await must(200, 'GET', `/mass-balance?${query}`);

  return {
    must,
    done,
    itemOf,
    describeItem,
    receive,
    dispatch,
    returnFromBuyer,
    addCertificate,
    addOwnCertificate,
    readLot,
    stateOf,
    importSheet,
    findFaults,
    balance,
  };
}

/** Checks after each test that the ledger adds up. */
export function verifyAfterEach({ store }: TestApp): void {
  afterEach(async () => {
    expect((await verifyLedger(store.db)).differences).toEqual([]);
  });
}
