/** One file that takes long keeps no other from being shown. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { ExaminedFiles } from './examinedFiles.ts';

function examined() {
  const failures: unknown[] = [];
  const files = new ExaminedFiles((error) => failures.push(error));
  onTestFinished(async () => await files.close());
  return { files, failures };
}

const pdf = (dictionary: string) => new Uint8Array(Buffer.from(`%PDF-1.7\n1 0 obj ${dictionary} endobj\n%%EOF`));
const acting = () => pdf('<< /Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert(1)) >> >>');

test('a file is reported as not checked while it waits, is examined once for all requests, and known afterwards', async () => {
  const { files } = examined();
  const { promise, resolve } = Promise.withResolvers<void>();
  let reads = 0;
  const slow = async () => {
    reads += 1;
    await promise;
    return acting();
  };
  const other = async () => await Promise.resolve(pdf('<< /Type /Catalog >>'));
  const answers = await Promise.all([
    files.activeContentOf(1, slow),
    files.activeContentOf(1, slow),
    files.activeContentOf(2, other),
  ]);
  expect(answers).toEqual([['unchecked'], ['unchecked'], ['unchecked']]);
  expect(reads).toBe(1);
  resolve();
  expect(await files.activeContentOf(2, other)).toEqual([]);
  expect(await files.activeContentOf(1, slow)).toEqual(['scripts', 'opening']);
  expect(reads).toBe(1);
});

test('a file that cannot be read fails its request, and is read again by the next', async () => {
  const { files } = examined();
  const failing = async () => await Promise.reject(new Error('no database'));
  await expect(files.activeContentOf(3, failing)).rejects.toThrow('no database');
  expect(await files.activeContentOf(3, async () => await Promise.resolve(acting()))).toEqual(['scripts', 'opening']);
});

test('a file that could not be examined is examined again after ten minutes', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { files, failures } = examined();
  // No thread takes the bytes of a buffer that was moved away.
  const moved = acting();
  structuredClone(moved.buffer, { transfer: [moved.buffer] });
  expect(await files.activeContentOf(4, async () => await Promise.resolve(moved))).toEqual(['unchecked']);
  expect(failures).toHaveLength(1);
  const readable = async () => await Promise.resolve(acting());
  vi.advanceTimersByTime(9 * 60_000);
  expect(await files.activeContentOf(4, readable)).toEqual(['unchecked']);
  vi.advanceTimersByTime(2 * 60_000);
  expect(await files.activeContentOf(4, readable)).toEqual(['scripts', 'opening']);
});
