import { hashKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { ApiError } from './client.ts';
import { listQueryOf, queryClient, queryOf } from './queries.ts';

const { retry, retryDelay } = queryClient.getDefaultOptions().queries ?? {};
const refused = (status: number, retryAfterMs = 0) =>
  new ApiError(status, 'unavailable', 'Please wait.', { retryAfterMs });

function delayAfter(fault: Error): unknown {
  return typeof retryDelay === 'function' ? retryDelay(0, fault) : retryDelay;
}

test('a read that the server puts off is repeated once, after the delay that it names', () => {
  const tries = [0, 1].map((failures) => typeof retry === 'function' && retry(failures, refused(503)));
  expect(tries).toEqual([true, false]);
  expect([refused(503, 2000), refused(503), new TypeError('Failed to fetch')].map(delayAfter)).toEqual([
    2000, 1000, 1000,
  ]);
});

test('a record is one cache entry, whether its id is text or a number', () => {
  const keys = ['12', 12].map((id) => queryOf(lotEndpoints.get, { params: { id } }).queryKey);
  expect(keys[1]).toEqual(keys[0]);
  expect(queryOf(lotEndpoints.get, { params: { id: 13 } }).queryKey).not.toEqual(keys[0]);
});

test('the pages of a list are separate cache entries, apart from its rows without a total', () => {
  const query = { page: 1, pageSize: 20 };
  const keys = [
    queryOf(lotEndpoints.list, { query }),
    listQueryOf(lotEndpoints.list, { query }),
    listQueryOf(lotEndpoints.list, { query: { ...query, page: 2 } }),
  ].map(({ queryKey }) => hashKey(queryKey));
  expect(new Set(keys).size).toBe(3);
});
