import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { refusalTexts } from '#contract/core/refusals.ts';
import { OverloadedError } from '../errors.ts';
import { Slots } from './slots.ts';

/** Slots as on PostgreSQL: at most 4 downloads per account, 8 in total. */
function makeSlots(maxWaitMs?: number) {
  const refused: number[] = [];
  const onRefused = (count: number) => void refused.push(count);
  const slots = new Slots({ engine: 'postgres', onRefused, ...(maxWaitMs !== undefined && { maxWaitMs }) });
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const begin = (name: string, connection = new EventEmitter()) =>
    slots.run('download', { name, connection }, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const times = (count: number, name: string) => Array.from({ length: count }, () => begin(name));
  return { slots, refused, ends, begun, begin, times };
}

test('an account gets half of the slots, and another account the rest', async () => {
  const { ends, begun, times } = makeSlots();
  const all = [...times(6, 'Asha'), ...times(6, 'Meena')];
  expect(begun).toEqual(['Asha', 'Asha', 'Asha', 'Asha', 'Meena', 'Meena', 'Meena', 'Meena']);
  while (begun.length < all.length || ends.length > 0) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
});

test('beyond half of the queue an account is refused; beyond all of it everybody', async () => {
  const { refused, ends, begin, times } = makeSlots();
  const all = [...times(54, 'Asha'), ...times(54, 'Meena')];
  await expect(begin('Asha')).rejects.toThrow(refusalTexts.tooMuchReading);
  // Each has 4 slots and 50 queued requests.
  await expect(begin('Ravi')).rejects.toThrow(refusalTexts.tooMuchReading);
  expect(refused).toEqual([1]);
  for (let ended = 0; ended < all.length; ended += 1) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  const again = begin('Ravi');
  ends.shift()?.();
  await again;
});

test('a request of higher priority goes first, and in a full queue replaces the newest of the lowest priority', async () => {
  const { slots, refused, ends, begun } = makeSlots();
  const begin = (name: string, priority: number) =>
    slots.run('download', { name, connection: new EventEmitter(), priority }, async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
    });
  const names = (count: number, prefix: string) => Array.from({ length: count }, (_, index) => `${prefix} ${index}`);
  const low = names(8 + 99, 'low').map((name) => begin(name, -2));
  const lowest = begin('lowest', -3);
  await expect(begin('as low', -3)).rejects.toThrow(refusalTexts.tooMuchReading);
  const high = [begin('high', -1)];
  await expect(lowest).rejects.toThrow(refusalTexts.tooMuchReading);
  high.push(begin('higher', 0));
  await expect(low.pop()).rejects.toThrow(refusalTexts.tooMuchReading);
  expect(refused).toEqual([1]);
  expect(slots.requesters).toBe(8 + 100);
  for (let ended = 0; ended < low.length + high.length; ended += 1) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all([...low, ...high]);
  expect(begun.slice(8, 11)).toEqual(['higher', 'high', 'low 8']);
  expect(slots.requesters).toBe(0);
});

test('nothing is stored of refused requests', async () => {
  const { slots, ends, begin, times } = makeSlots();
  const all = [...times(54, 'Asha'), ...times(54, 'Meena')];
  for (let index = 0; index < 50; index += 1) {
    await expect(begin(`network ${index}`)).rejects.toThrow(refusalTexts.tooMuchReading);
  }
  expect(slots.requesters).toBe(2);
  for (let ended = 0; ended < all.length; ended += 1) {
    ends.shift()?.();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(slots.requesters).toBe(0);
});

test('a request that waits too long is refused, and one whose client disconnects leaves the queue', async () => {
  const { begun, begin, times, ends, refused } = makeSlots(30);
  const holding = [...times(4, 'Asha'), ...times(4, 'Meena')];
  await expect(begin('Ravi')).rejects.toBeInstanceOf(OverloadedError);
  expect(refused).toEqual([1]);
  const connection = new EventEmitter();
  const left = begin('Ravi', connection);
  connection.emit('close');
  await expect(left).rejects.toBeInstanceOf(OverloadedError);
  for (const end of ends.splice(0)) end();
  await Promise.all(holding);
  await new Promise(setImmediate);
  expect(begun).not.toContain('Ravi');
  expect(refused).toEqual([1]);
  const again = begin('Ravi');
  ends.shift()?.();
  await again;
});

test('a task that fails releases its slot', async () => {
  const { slots } = makeSlots();
  const connection = new EventEmitter();
  for (let count = 0; count < 20; count += 1) {
    const failing = slots.run('write', { name: 'Asha', connection }, () => Promise.reject(new Error('no')));
    await expect(failing).rejects.toThrow('no');
  }
  expect(await slots.run('write', { name: 'Asha', connection }, () => Promise.resolve('done'))).toBe('done');
});

test('a held slot is released when the connection closes', async () => {
  const { slots } = makeSlots(50);
  const connections = Array.from({ length: 3 }, () => new EventEmitter());
  const hold = (connection: EventEmitter) => slots.hold('upload', { name: 'Asha', connection });
  const [first, second, third] = connections;
  if (!first || !second || !third) throw new Error('three connections were made');
  await hold(first);
  await hold(second);
  await expect(hold(third)).rejects.toThrow(refusalTexts.tooMuch);
  first.emit('close');
  await hold(third);
  second.emit('close');
  third.emit('close');
});

test('a connection that is already closed gets no slot', async () => {
  const { slots } = makeSlots();
  const gone = Object.assign(new EventEmitter(), { closed: true });
  for (let tries = 0; tries < 4; tries += 1) {
    await expect(slots.hold('upload', { name: `user ${tries}`, connection: gone })).rejects.toBeInstanceOf(
      OverloadedError,
    );
  }
  const connection = new EventEmitter();
  await slots.hold('upload', { name: 'Asha', connection });
  connection.emit('close');
});
