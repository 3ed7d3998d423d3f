/** Copies of the checkout that differ in a line: builds that are broken on purpose, and tomorrow's version. */
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from '../scripts/processes.ts';

export interface Edit {
  /** From the root of the checkout. A file that isn't there is made of `to`. */
  file: string;
  /** What stands there, once and to the letter; nothing for a new file. */
  from: string;
  to: string;
}

const copied = ['docs/how-to', 'contract', 'server', 'test', 'torture', 'scripts', 'package.json', 'vitest.config.ts'];

/** The text with the edit made. Throws where `from` doesn't stand in it exactly once. */
export function edited(text: string, { file, from, to }: Edit): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times, not once: ${from}`);
  return parts.join(to);
}

/** Copies the checkout, without its packages and its screens, to a temporary folder and edits it; answers the folder. */
export async function copyBuild(edits: readonly Edit[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'godown-build-'));
  for (const name of copied) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const edit of edits) {
    const file = path.join(folder, edit.file);
    await writeFile(file, edit.from === '' ? edit.to : edited(await readFile(file, 'utf8'), edit));
  }
  return folder;
}
