import { expect, test } from 'vitest';
import { hashCode, hashDecoy, MAX_CONCURRENT_HASHES, hashPassword, isPassword } from './passwords.ts';

test('passwords go before codes, however many of them wait', async () => {
  const done: string[] = [];
  const codes = Array.from({ length: 40 }, async () => {
    await hashCode('123456');
    done.push('code');
  });
  expect(await isPassword('anything', undefined)).toBe(false);
  done.push('password');
  await hashPassword('a-new-one');
  done.push('password');
  // Only the codes whose hash had begun were first.
  expect(done.indexOf('password')).toBeLessThanOrEqual(MAX_CONCURRENT_HASHES);
  expect(done.lastIndexOf('password')).toBeLessThanOrEqual(2 * MAX_CONCURRENT_HASHES + 1);
  await Promise.all(codes);
});

test('requests for unknown addresses fill no queue', async () => {
  let unfinished = 0;
  const decoys = Array.from({ length: 500 }, async () => {
    unfinished += 1;
    await hashDecoy();
    unfinished -= 1;
  });
  await hashPassword('a-new-one');
  expect(unfinished).toBeLessThanOrEqual(20 + MAX_CONCURRENT_HASHES);
  await Promise.all(decoys);
});
