/** The calls of a test's person that must succeed, and the settings and states that tests give records. */
import { afterEach, expect } from 'vitest';
import type { MassBalance } from '#contract/prove/massBalance.ts';
import { verifyLedger } from '#server/stock/ledger/verify.ts';
import type { Caller, TestApp } from './buildTestApp.ts';

type Method = Parameters<Caller>[0];

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

  const balance = async (query: string): Promise<MassBalance> => await must(200, 'GET', `/mass-balance?${query}`);

  return { must, done, itemOf, describeItem, balance };
}

/** Checks after each test that the ledger adds up. */
export function verifyAfterEach({ store }: TestApp): void {
  afterEach(async () => {
    expect((await verifyLedger(store.db)).differences).toEqual([]);
  });
}
