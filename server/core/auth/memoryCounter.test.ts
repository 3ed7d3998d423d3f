import { expect, test } from 'vitest';
import { MemoryCounter } from './memoryCounter.ts';

test('fifty thousand keys are counted, and beyond them the least recently used is dropped', async () => {
  const limiter = new MemoryCounter({ points: 1, duration: 900 });
  for (let index = 0; index <= 50_000; index += 1) await limiter.consume(`key ${index}`);
  const again = { consumedPoints: 2, remainingPoints: 0, isFirstInDuration: false };
  await expect(limiter.consume('key 1')).rejects.toMatchObject(again);
  await expect(limiter.consume('key 50000')).rejects.toMatchObject(again);
  expect(await limiter.consume('key 0')).toMatchObject({ consumedPoints: 1, isFirstInDuration: true });
});
