/** The measured databases: seeded once per size and cached, and copied for the run. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  constants,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { endWithUs, root } from '../scripts/processes.ts';

/** Where a database is: on SQLite in the folder, on PostgreSQL at the address. */
export interface BenchDatabase {
  productions: number;
  folder: string;
  databaseUrl: string | undefined;
}

/** The databases of a run, the smallest first. */
export interface BenchDatabases {
  databases: BenchDatabase[];
  /** Drops what lies outside the run's folder. */
  remove(): Promise<void>;
}

export const MATERIALS = 10_000;
const SUPPLIERS = 1000;
const GOODS = 100_000;
const USERS = 50;
const RUNS = 20_000;
const PRODUCTIONS_PER_LINE = 10;

const kept = path.join(root, 'node_modules/.cache/godown-bench');

/** All sizes differ only in productions and the inward lines that they consume. */
function seedArguments(productions: number): string[] {
  const lines = Math.max(MATERIALS, productions / PRODUCTIONS_PER_LINE);
  return [
    `--materials=${MATERIALS}`,
    `--suppliers=${SUPPLIERS}`,
    `--goods=${GOODS}`,
    `--inward-lines=${lines}`,
    `--productions=${productions}`,
    `--runs=${RUNS}`,
    `--users=${USERS}`,
  ];
}

/** Changes with the seeding code and its options; migrations run on the cached databases. */
function seedingDigest(): string {
  const hash = createHash('sha256');
  for (const file of globSync(['seed/*.ts', 'bench/databases.ts'], { cwd: root }).toSorted()) {
    if (!file.endsWith('.test.ts')) hash.update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex').slice(0, 12);
}

/** Seeds a new database at the place that the environment names. */
export async function seed(productions: number, env: NodeJS.ProcessEnv): Promise<void> {
  console.log(`Seeding ${productions.toLocaleString('en')} productions …`);
  const script = path.join(root, 'scripts/seed.ts');
  const child = spawn(process.execPath, [script, ...seedArguments(productions)], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  endWithUs(child);
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`Seeding ended with ${String(code)}.`);
}

/** The folder of a stored result of `make`, from an earlier run or created now; a failure stores nothing. */
export async function keptAs(name: string, make: (folder: string) => Promise<void>): Promise<string> {
  const current = path.join(kept, seedingDigest());
  const folder = path.join(current, name);
  if (existsSync(folder)) return folder;
  mkdirSync(current, { recursive: true });
  // Removes databases of older seeding code.
  for (const other of readdirSync(kept)) {
    if (path.join(kept, other) !== current) rmSync(path.join(kept, other), { recursive: true });
  }
  const unfinished = `${folder}.unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  await make(unfinished);
  renameSync(unfinished, folder);
  return folder;
}

function copyDatabase(from: string, to: string): void {
  mkdirSync(to);
  for (const name of ['godown.db', 'godown.db-wal']) {
    const file = path.join(from, name);
    if (existsSync(file)) copyFileSync(file, path.join(to, name), constants.COPYFILE_FICLONE);
  }
}

/** Copies of SQLite databases that are seeded with so many productions each. */
export async function copySeeded(folder: string, sizes: readonly number[]): Promise<BenchDatabases> {
  const databases: BenchDatabase[] = [];
  for (const productions of sizes) {
    const to = path.join(folder, String(productions));
    copyDatabase(await keptAs(String(productions), async (made) => await seed(productions, { DATA_DIR: made })), to);
    databases.push({ productions, folder: to, databaseUrl: undefined });
  }
  return { databases, remove: () => Promise.resolve() };
}
