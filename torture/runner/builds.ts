/** Edited copies of the checkout: broken builds, and a future version. */
import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { root } from '../../scripts/processes.ts';

/** File, text that occurs in it exactly once, replacement; an empty text creates the file. */
export type Edit = readonly [file: string, from: string, to: string];

const copied = [
  'docs/how-to',
  'contract',
  'server',
  'seed',
  'test',
  'torture',
  'scripts',
  'package.json',
  'vitest.config.ts',
];

/** The edited text. Throws unless `from` occurs exactly once. */
export function edited(text: string, [file, from, to]: Edit): string {
  const parts = text.split(from);
  if (parts.length !== 2) throw new Error(`${file} holds ${parts.length - 1} times, not once: ${from}`);
  return parts.join(to);
}

/** Copies the checkout, without packages and screens, to a temporary folder and edits it; returns the folder. */
export async function copyBuild(edits: readonly Edit[]): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'godown-build-'));
  for (const name of copied) await cp(path.join(root, name), path.join(folder, name), { recursive: true });
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  for (const edit of edits) {
    const [name, from, to] = edit;
    const file = path.join(folder, name);
    await writeFile(file, from === '' ? to : edited(await readFile(file, 'utf8'), edit));
  }
  return folder;
}
