import { expect, test } from 'vitest';
import { ApiError } from './client.ts';
import { queryClient } from './queries.ts';

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
