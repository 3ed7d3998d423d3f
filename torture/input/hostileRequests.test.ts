import { expect, test } from 'vitest';
import { importLimits } from '#contract/stock/importing.ts';
import { SeededRandom } from '#seed/seededRandom.ts';
import { buildTestApp } from '#test/buildTestApp.ts';
import { readDocument } from '#test/openApiDocument.ts';
import { hostileRequests } from './hostileRequests.ts';

/** Among its first requests is one that repeats a row of repeated cells. */
const SEED = 37;
const REQUESTS = 300;
const WITHOUT_TOKEN = undefined;

test('every hostile body is below the largest accepted one, also with nested lists', async () => {
  const { anyone } = await buildTestApp();
  const operations = readDocument((await anyone('GET', '/openapi.json')).json);
  const imports = operations.filter(({ path }) => path.startsWith('/imports/'));
  const nextRequest = hostileRequests(new SeededRandom(SEED), imports);

  const bodies = Array.from({ length: REQUESTS }, (_, index) => nextRequest(index, WITHOUT_TOKEN).body ?? '');

  const longest = Math.max(...bodies.map((body) => Buffer.byteLength(body)));
  expect(longest).toBeLessThan(importLimits.bodyBytes);
});
