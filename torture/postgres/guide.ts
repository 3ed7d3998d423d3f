/** The guides of docs/how-to, carried out to the letter, and the programs that they need. */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/processes.ts';

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
