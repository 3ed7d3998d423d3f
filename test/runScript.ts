import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { keepCompiled } from '../e2e/support/godown.ts';
import { root } from './sourceFiles.ts';

const LIMIT_MS = 120_000;

/** Runs a script of this checkout to its end, with nothing but this environment; root may let another account run it. */
export async function runScript(
  file: string,
  environment: Record<string, string>,
  args: readonly string[] = [],
  account: { uid?: number; gid?: number } = {},
) {
  const env = { PATH: process.env['PATH'], ...keepCompiled, ...environment };
  const limit = { timeout: LIMIT_MS, killSignal: 'SIGKILL' } as const;
  const child = spawn(process.execPath, [path.join(root, file), ...args], { env, ...limit, ...account });
  const closed = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code]: unknown[] = await closed;
  return { code: Number(code), stdout, stderr };
}
