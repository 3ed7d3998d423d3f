/** Calls of the tests of mass balances. */
import { expect } from 'vitest';
import type { MassBalance } from '#contract/prove/massBalance.ts';
import type { Caller } from './buildTestApp.ts';

export function balanceCalls(admin: Caller) {
  async function done(method: 'POST' | 'PUT', path: string, body: object) {
    const { status, json, text } = await admin(method, path, body);
    expect(status, text).toBeLessThan(300);
    return json;
  }

  async function balance(query: string): Promise<MassBalance> {
    const { status, json, text } = await admin('GET', `/mass-balance?${query}`);
    expect(status, text).toBe(200);
    return json;
  }

  async function itemOf(wanted: { rawMaterialId: number } | { productId: number }) {
    const { json } = await admin('GET', '/items');
    const [[field, id] = ['', 0]] = Object.entries(wanted);
    return json.find((item: Record<string, unknown>) => item[field] === id);
  }

  return { done, balance, itemOf };
}
