/** The guides of docs/how-to, carried out to the letter, and the programs that they need. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, glob, mkdtemp, readFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { endWithUs, root } from '../../scripts/processes.ts';
import { outputOf } from '../runner/server.ts';

const NOBODY = 65534;

/** The code blocks of a guide by name: '```sh dump' is 'dump', one without a name has its language's. Throws where there is none. */
export async function readGuide(guide: string): Promise<(name: string) => string> {
  const text = await readFile(path.join(root, guide), 'utf8');
  const found = text.matchAll(/^```(\w+)(?: ([\w-]+))?\n([\s\S]*?)^```/gm);
  const blocks = new Map(Array.from(found, ([, language = '', name = language, block = '']) => [name, block]));
  return (name) => {
    const block = blocks.get(name);
    if (block === undefined) throw new Error(`${guide} has no block named ${name}`);
    return block;
  };
}

/** The folder of PostgreSQL's programs of the newest version that Debian's packages have installed. */
export async function findDebianPostgres(): Promise<string | undefined> {
  const folders = await Array.fromAsync(glob('/usr/lib/postgresql/*/bin'));
  return folders.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}

/** A folder, and an account other than root to work in it, since PostgreSQL refuses root. */
export async function openWorkshop(prefix: string) {
  const postgres = await findDebianPostgres();
  if (postgres === undefined) throw new Error("this needs PostgreSQL's programs: on Debian, the package postgresql");
  const folder = await mkdtemp(path.join(os.tmpdir(), prefix));
  await chmod(folder, 0o755);
  const account = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : undefined;
  const env = { PATH: `${postgres}:${process.env['PATH'] ?? ''}`, HOME: folder, LC_ALL: 'C.UTF-8' };

  /** Gives a file or a folder to that account. */
  async function own(name: string): Promise<void> {
    if (account) await chown(name, account.uid, account.gid);
  }

  function start(program: string, args: readonly string[], variables: Record<string, string> = {}) {
    const child = spawn(program, args, { cwd: folder, env: { ...env, ...variables }, stdio: 'pipe', ...account });
    endWithUs(child);
    return { child, output: outputOf(child) };
  }

  /** Runs lines of bash; throws with their output on failure. */
  async function sh(lines: string, variables?: Record<string, string>): Promise<void> {
    const { child, output } = start('bash', ['-euo', 'pipefail', '-c', lines], variables);
    const [code]: unknown[] = await once(child, 'close');
    if (code !== 0) throw new Error(`${lines}\nended with ${String(code)}: ${output()}`);
  }

  await own(folder);
  return { folder, postgres, own, start, sh };
}

export type Workshop = Awaited<ReturnType<typeof openWorkshop>>;
