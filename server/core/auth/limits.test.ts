import { expect, test } from 'vitest';
import { buildTestApp } from '#test/buildTestApp.ts';
import type { Attempt } from './limits.ts';

const { services, clock } = await buildTestApp();
const { limits } = services;

/** The number of attempts that are allowed; each is built from its index. */
async function letThrough(attempts: number, attempt: (index: number) => Partial<Attempt>): Promise<number> {
  let count = 0;
  for (let index = 0; index < attempts; index += 1) {
    const of = { what: 'sign in', account: '', address: '', knownDevice: undefined, ...attempt(index) } as const;
    await limits.count(of).then(
      () => (count += 1),
      () => undefined,
    );
  }
  return count;
}

/** Each attempt at another account, from the addresses in turn. */
const from = (addresses: string[]) => (index: number) => ({
  account: `${addresses[0]} ${index}`,
  address: addresses[index % addresses.length] ?? '',
});

test('all addresses of one IPv6 network, and an IPv4 address however it is written, share a limit', async () => {
  const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:0DB8:0001:0002:1:2:3:4', '2001:db8:1:2:a:b:c:d'];
  expect(await letThrough(110, from(network))).toBe(100);
  expect(await letThrough(110, from(['2001:db8:1:3::1', '2001:db8:1:4::1']))).toBe(110);
  expect(await letThrough(110, from(['203.0.113.7', '::ffff:203.0.113.7', '::FFFF:cb00:7107']))).toBe(100);
  // Some gateways write the port too.
  const withPorts = ['[2001:db8:9:2::1]:443', '2001:db8:9:2::2', '[2001:db8:9:2::3]'];
  expect(await letThrough(110, from(withPorts))).toBe(100);
  expect(await letThrough(110, from(['203.0.113.9:1000', '203.0.113.9:1001', '203.0.113.9']))).toBe(100);
  // A trusted proxy may send any text as an address.
  expect(await letThrough(110, from(['x'.repeat(2000)]))).toBe(100);
});

test('a network has separate limits for passwords, for codes and for requests of codes', async () => {
  const address = '203.0.113.8';
  const apart = (what: Attempt['what']) => (index: number) => ({ what, account: `${what} ${index}`, address });
  for (const what of ['sign in', 'use a code', 'ask for a code'] as const) {
    expect(await letThrough(101, apart(what)), what).toBe(100);
  }
});

test('an account has a limit for each network, and one of a hundred attempts an hour for all', async () => {
  const account = 'owner@example.in';
  const address = (network: number) => `198.51.101.${network}`;
  expect(await letThrough(15, () => ({ account, address: address(0) }))).toBe(10);
  expect(await letThrough(120, (index) => ({ account, address: address(1 + Math.floor(index / 10)) }))).toBe(90);
  // A known device is limited apart from strangers and from its network.
  expect(await letThrough(15, () => ({ account, address: address(0), knownDevice: 'laptop' }))).toBe(10);
  expect(await letThrough(15, () => ({ account, address: address(0), knownDevice: 'phone' }))).toBe(10);
});

test('codes are limited to 5 a day for strangers of one network, 20 for all strangers, 10 for each known device', async () => {
  const real = Date.now;
  const account = 'codes@example.in';
  const start = clock.now.getTime();
  const moveTo = (ms: number) => {
    clock.now = new Date(start + ms);
    // The counters in memory use the system clock.
    Date.now = () => real() + ms;
  };
  // Each quarter of an hour has a window of its own.
  const ask = (attempt: (index: number) => Partial<Attempt>) => (index: number) => {
    moveTo(index * 16 * 60_000);
    return { what: 'ask for a code', account, ...attempt(index) } as const;
  };
  try {
    expect(
      await letThrough(
        8,
        ask(() => ({ address: '198.51.100.1' })),
      ),
    ).toBe(5);
    expect(
      await letThrough(
        30,
        ask((index) => ({ address: `198.51.102.${index}` })),
      ),
    ).toBe(15);
    expect(
      await letThrough(
        12,
        ask(() => ({ address: '198.51.100.1', knownDevice: 'laptop' })),
      ),
    ).toBe(10);
    moveTo(33 * 3_600_000);
    expect(await letThrough(1, () => ({ what: 'ask for a code', account, address: '198.51.100.98' }))).toBe(1);
  } finally {
    Date.now = real;
  }
});

test('a right attempt does not count, and a refused one says when to try again', async () => {
  const attempt = {
    what: 'sign in',
    account: 'right@example.in',
    address: '198.51.100.7',
    knownDevice: undefined,
  } as const;
  for (let count = 0; count < 30; count += 1) {
    await limits.count(attempt);
    await limits.forgive(attempt);
  }
  expect(await letThrough(12, () => attempt)).toBe(10);
  await expect(limits.count(attempt)).rejects.toMatchObject({ code: 'too_many_requests' });
  await limits.count(attempt).catch(({ retryAfterSeconds }: { retryAfterSeconds: number }) => {
    expect(retryAfterSeconds).toBeGreaterThan(600);
  });
});
