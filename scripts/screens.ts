/** The built screens in dist/web: whether they are up to date, how they are made, and their files as they travel. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root, runAloud } from './processes.ts';

const built = path.join(root, 'dist/web');
const page = path.join(built, 'index.html');
// Beside the folder rather than in it: everything in it is served to whoever asks.
const stamp = path.join(root, 'dist/web.sources');

const sources = [
  'web/**/*',
  'contract/**/*',
  'scripts/screens.ts',
  'vite.config.ts',
  'package-lock.json',
  'tsconfig.base.json',
];

/**
 * A fingerprint of everything that the screens are made of. It covers contents rather than times, so that a checkout
 * that touches files builds nothing, and names, so that a file that was renamed or deleted does.
 */
async function fingerprint(): Promise<string> {
  const names: string[] = [];
  for await (const entry of glob(sources, { cwd: root, withFileTypes: true })) {
    if (entry.isFile() && !/\.test\.tsx?$/.test(entry.name)) names.push(path.join(entry.parentPath, entry.name));
  }
  names.sort();
  const contents = await Promise.all(names.map(async (name) => readFile(name)));
  const hash = createHash('sha256');
  names.forEach((name, index) => {
    const content = contents[index] ?? '';
    hash.update(`${path.relative(root, name)}\0${content.length}\0`).update(content);
  });
  return hash.digest('hex');
}

/** In a process of its own: what Vite needs for it, half a gigabyte, is not kept by a server that goes on. */
async function build(): Promise<void> {
  const vite = { package: 'vite', args: ['build', '--logLevel', 'warn'] };
  const code = await runAloud(vite, { NODE_ENV: 'production' });
  if (code !== 0) throw new Error('The screens could not be built: see above.');
}

/** Writes each file beside itself as browsers take it, so that serving it is no work: brotli, and gzip for the others. */
async function compress(): Promise<void> {
  const packed = { br: promisify(brotliCompress), gz: promisify(gzip) };
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }, level: 9 };
  for await (const entry of glob('**/*.{html,js,css,svg}', { cwd: built, withFileTypes: true })) {
    const name = path.join(entry.parentPath, entry.name);
    const content = await readFile(name);
    await Promise.all(
      Object.entries(packed).map(
        async ([ending, pack]) => await writeFile(`${name}.${ending}`, await pack(content, best)),
      ),
    );
  }
}

/** Builds the screens if they are missing or older than their sources. */
export async function ensureScreens(): Promise<void> {
  const wanted = await fingerprint();
  const found = existsSync(page) && existsSync(stamp) ? await readFile(stamp, 'utf8') : '';
  if (found === wanted) return;

  process.stderr.write('Building the screens …\n');
  // Without its stamp, a build that breaks off half-way is not taken for a whole one.
  await rm(stamp, { force: true });
  await build();
  await compress();
  await mkdir(path.dirname(stamp), { recursive: true });
  await writeFile(stamp, wanted);
}
