/** What the guides of docs/how-to say, so that it is carried out to the letter; and the programs that they need. */
import { glob, readFile } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../scripts/processes.ts';

/** The code blocks of a guide by their names: '```sh dump' is 'dump', a block without a name is its language. Throws where one isn't there. */
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

/** The folder of the newest of PostgreSQL's programs that Debian's packages have installed; undefined where there are none. */
export async function findDebianPostgres(): Promise<string | undefined> {
  const folders = await Array.fromAsync(glob('/usr/lib/postgresql/*/bin'));
  return folders.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
}
