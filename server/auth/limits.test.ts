import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';

const { services } = await buildTestApp();
const { limits } = services;

/** How many of 110 tries at as many accounts are let through, from addresses in turn. */
async function letThrough(addresses: string[]): Promise<number> {
  let count = 0;
  for (let tries = 0; tries < 110; tries += 1) {
    const address = addresses[tries % addresses.length] ?? '';
    await limits.count(`${addresses[0]} ${tries}`, address).then(
      () => (count += 1),
      () => undefined,
    );
  }
  return count;
}

test('all addresses of one IPv6 network, and an IPv4 address however it is written, share a limit', async () => {
  const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:0DB8:0001:0002:1:2:3:4', '2001:db8:1:2:a:b:c:d'];
  expect(await letThrough(network)).toBe(100);
  expect(await letThrough(['2001:db8:1:3::1', '2001:db8:1:4::1'])).toBe(110);
  expect(await letThrough(['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107'])).toBe(100);
  // What a trusted proxy writes may be anything.
  expect(await letThrough(['x'.repeat(2000)])).toBe(100);
});

test('nobody gets more than 20 codes a day, wherever they are asked for', async () => {
  const real = Date.now;
  const ask = async (address: string) =>
    await limits.countCode('code many@example.in', address).then(
      () => 'taken',
      (fault: { code: string; retryAfterSeconds: number }) => [fault.code, fault.retryAfterSeconds > 3600],
    );
  try {
    const taken = [];
    for (let tries = 0; tries < 22; tries += 1) {
      // The library reads the machine's clock; each quarter of an hour has a window of its own.
      Date.now = () => real() + tries * 16 * 60_000;
      taken.push(await ask(`198.51.100.${tries}`));
    }
    const refused = ['too_many_requests', true];
    expect(taken).toEqual([...Array<string>(20).fill('taken'), refused, refused]);
    Date.now = () => real() + 25 * 3_600_000;
    expect(await ask('198.51.100.98')).toBe('taken');
  } finally {
    Date.now = real;
  }
});
