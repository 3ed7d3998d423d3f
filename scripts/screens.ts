/** Builds and compresses the screens into dist/web when their sources changed. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { root, runAloud } from './processes.ts';

const built = path.join(root, 'dist/web');
const page = path.join(built, 'index.html');
// Not inside the folder, which is served publicly.
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
 * A hash of the screens' sources. It covers contents rather than times, so that a checkout triggers no build, and names,
 * so that a rename or deletion does.
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

/** In a child process: Vite's half gigabyte of memory must not stay in the server's process. */
async function build(): Promise<void> {
  const vite = { package: 'vite', args: ['build', '--logLevel', 'warn'] };
  const code = await runAloud(vite, { NODE_ENV: 'production' });
  if (code !== 0) throw new Error('The screens could not be built: see above.');
}

/** Writes a brotli and a gzip version beside each file, so that the server need not compress. */
async function compress(): Promise<void> {
  const packed = { br: promisify(brotliCompress), gz: promisify(gzip) };
  const best = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }, level: 9 };
  for await (const entry of glob('**/*.{html,js,css,svg,ttf}', { cwd: built, withFileTypes: true })) {
    const name = path.join(entry.parentPath, entry.name);
    const content = await readFile(name);
    await Promise.all(
      Object.entries(packed).map(
        async ([ending, pack]) => await writeFile(`${name}.${ending}`, await pack(content, best)),
      ),
    );
  }
}

/** Shows the seconds of `work`, on a terminal while it lasts. */
async function withClock(text: string, work: () => Promise<void>): Promise<void> {
  const { stderr } = process;
  const beganAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - beganAt) / 1000)} s`;
  stderr.write(stderr.isTTY ? text : `${text}\n`);
  const timer = stderr.isTTY ? setInterval(() => stderr.write(`\r${text} ${seconds()}`), 1000) : undefined;
  try {
    await work();
    stderr.write(stderr.isTTY ? `\r${text} done in ${seconds()}\n` : `The screens are built, in ${seconds()}.\n`);
  } finally {
    clearInterval(timer);
  }
}

/** Builds the screens if they are missing or their sources changed. */
export async function ensureScreens(): Promise<void> {
  const wanted = await fingerprint();
  const found = existsSync(page) && existsSync(stamp) ? await readFile(stamp, 'utf8') : '';
  if (found === wanted) return;

  await withClock('Building the screens …', async () => {
    // Without the stamp, an aborted build does not count as complete.
    await rm(stamp, { force: true });
    await build();
    await compress();
    await mkdir(path.dirname(stamp), { recursive: true });
    await writeFile(stamp, wanted);
  });
}
