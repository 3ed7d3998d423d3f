import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startGodown } from '../../e2e/support/godown.ts';
import { keepFilesPrivate } from './privateFiles.ts';

let dataDir: string;
let umask: number;

beforeEach(() => {
  umask = process.umask(0o022);
  dataDir = mkdtempSync(join(tmpdir(), 'godown modes '));
  chmodSync(dataDir, 0o755);
});

afterEach(() => {
  process.umask(umask);
  rmSync(dataDir, { recursive: true });
});

const modeOf = (...names: string[]) => (statSync(join(dataDir, ...names)).mode & 0o777).toString(8);

test('files of a server, and older ones with open permissions, are made readable by its account alone', async () => {
  mkdirSync(join(dataDir, 'outbox'));
  writeFileSync(join(dataDir, 'outbox', 'code.eml'), 'a code');
  expect(modeOf('outbox', 'code.eml')).toBe('644');
  const godown = await startGodown({ DATA_DIR: dataDir });
  await godown.stop();
  expect(modeOf('godown.db')).toBe('600');
  expect([modeOf(), modeOf('outbox'), modeOf('outbox', 'code.eml')]).toEqual(['700', '700', '600']);
});

test('a folder with foreign files keeps its mode, and so do those files', () => {
  writeFileSync(join(dataDir, 'godown.db'), '');
  writeFileSync(join(dataDir, 'of somebody else.txt'), '');
  const said: string[] = [];
  keepFilesPrivate({ dataDir, backupDir: join(dataDir, 'backups') }, (sentence) => said.push(sentence));
  expect([modeOf(), modeOf('godown.db'), modeOf('of somebody else.txt')]).toEqual(['755', '600', '644']);
  expect(said).toEqual([]);
});

test('a folder that cannot be read is reported as unknown, not as open to others', () => {
  writeFileSync(join(dataDir, 'file'), '');
  const said: string[] = [];
  const backupDir = join(dataDir, 'file');
  keepFilesPrivate({ dataDir, backupDir }, (sentence) => said.push(sentence));
  expect(said).toEqual([
    expect.stringMatching(/^Godown cannot tell whether other accounts .*file \(ENOTDIR: [^)]*\)\.$/),
  ]);
});
