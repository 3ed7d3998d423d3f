/** The files of the checkout as text, and what they import: what architecture.test.ts and docs.test.ts judge. */
import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

export const root = path.dirname(import.meta.dirname);

const rooms = ['contract', 'server', 'web', 'test', 'e2e', 'bench', 'seed', 'torture', 'scripts'];

export interface SourceFile {
  /** Its path from the root, with forward slashes. */
  name: string;
  text: string;
  isTest: boolean;
  /** Files of the checkout that it imports or names by their place beside it. */
  imports: string[];
  /** Packages and modules of Node that it imports, such as 'zod' or 'node:fs'. */
  packages: string[];
}

// `import.meta.resolve('x')`,
// `import … from 'x'` and `export … from 'x'`, `import 'x'`, `import('x')`, `new URL('./x.ts', import.meta.url)`, and
// `path.join(import.meta.dirname, 'x.ts')`.
const specifiers = [
  /\b(?:import|export)\s[^'"`;]*?\bfrom\s*['"]([^'"]+)['"]/g,
  /^\s*import\s*['"]([^'"]+)['"]/gm,
  /\bimport\(\s*['"]([^'"]+)['"]\s*\)/g,
  /\bimport\.meta\.resolve\(\s*['"]([^'"]+)['"]\s*\)/g,
  /\bnew URL\(\s*['"](\.[^'"]+\.(?:ts|mjs))['"]\s*,\s*import\.meta\.url/g,
];
const besideItself = /\bimport\.meta\.dirname,\s*['"]([\w./-]+\.(?:ts|mjs))['"]/g;

/** Comments become spaces, so that what they say is no code. Strings stay: a `//` within a string is none. */
export function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`\\\w/])\/\/(?!['"`]).*$/gm, (comment) =>
    comment.replace(/[^\n]/g, ' '),
  );
}

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return path.posix.join(path.posix.dirname(from), specifier.replace(/\?.*$/, ''));
  // package.json's `imports`: #server/x is server/x.
  if (specifier.startsWith('#')) return specifier.slice(1);
  return undefined;
}

function packageOf(specifier: string): string {
  if (specifier.startsWith('node:')) return specifier;
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

function readSource(name: string): SourceFile {
  const text = readFileSync(path.join(root, name), 'utf8');
  const code = withoutComments(text);
  const found = specifiers.flatMap((pattern) => Array.from(code.matchAll(pattern), (match) => match[1] ?? ''));
  found.push(...Array.from(code.matchAll(besideItself), (match) => `./${match[1] ?? ''}`));
  const imports: string[] = [];
  const packages: string[] = [];
  for (const specifier of found) {
    const file = resolveImport(name, specifier);
    if (file === undefined) packages.push(packageOf(specifier));
    else imports.push(file);
  }
  return { name, text, isTest: /\.(test|spec)\.tsx?$/.test(name), imports, packages };
}

/** Whether a path from the root exists in the checkout. */
export function exists(name: string): boolean {
  return existsSync(path.join(root, name));
}

/** The text of a file of the checkout. */
export function readText(name: string): string {
  return readFileSync(path.join(root, name), 'utf8');
}

/** Every file below the rooms and every TypeScript file in the root, by path. */
export function listFiles(): string[] {
  const inRooms = rooms.flatMap((room) => globSync(`${room}/**/*`, { cwd: root, withFileTypes: true }));
  const inRoot = globSync('*.ts', { cwd: root, withFileTypes: true });
  return [...inRooms, ...inRoot]
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .toSorted();
}

/** Every source file of the checkout. */
export function readSources(): SourceFile[] {
  return listFiles()
    .filter((name) => /\.(ts|tsx|mjs|css)$/.test(name))
    .map(readSource);
}

/** The settings of the checkout that explain themselves: of the build server, the linter and the deployment. */
export function readSettings(): Pick<SourceFile, 'name' | 'text'>[] {
  const names = ['.ci/run', '.oxlintrc.json', ...globSync('deploy/*', { cwd: root })];
  return names.map((name) => ({ name, text: readText(name) }));
}
