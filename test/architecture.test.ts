/** The rules of the house that a machine can hold (docs/ARCHITECTURE.md tells why they are there). */
import { describe, expect, test } from 'vitest';
import { masterRows } from '#contract/resources.ts';
import { listFiles, readSources, readText, type SourceFile, withoutComments } from './sourceFiles.ts';

const MAX_LINES = 400;
const MAX_DEPTH = 3;

const files = listFiles();
const sources = readSources();
const code = sources.filter((source) => !source.name.endsWith('.css'));
const product = sources.filter((source) => !source.isTest);

function inside(folder: string): SourceFile[] {
  return sources.filter((source) => source.name.startsWith(`${folder}/`));
}

/** Every import that breaks a rule, as 'file → what it imports'. */
function forbidden(from: SourceFile[], isForbidden: (target: string, source: SourceFile) => boolean): string[] {
  return from.flatMap((source) =>
    source.imports.filter((target) => isForbidden(target, source)).map((target) => `${source.name} → ${target}`),
  );
}

/** Every line that matches, as 'file:line: text'. */
function linesMatching(from: SourceFile[], pattern: RegExp): string[] {
  return from.flatMap((source) =>
    source.text
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${source.name}:${index + 1}: ${line.trim()}`] : [])),
  );
}

/** The files that can be reached from `entries` by imports. */
function reachable(entries: string[]): Set<string> {
  const byName = new Map(sources.map((source) => [source.name, source]));
  const reached = new Set<string>();
  const waiting = [...entries];
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (reached.has(name)) continue;
    reached.add(name);
    waiting.push(...(byName.get(name)?.imports ?? []));
  }
  return reached;
}

/** The files that a text names in quotes, such as './test/noNoise.ts', 'scripts/start.ts' or "./main.tsx". */
function named(text: string, folder = ''): string[] {
  const found = Array.from(text.matchAll(/['"](?:\.?\/)?([\w./-]+\.(?:tsx?|mjs))['"]/g), (match) => match[1] ?? '');
  return found.map((name) => folder + name).filter((name) => files.includes(name));
}

describe('imports go one way: web → contract ← server', () => {
  test('the screens import neither the server nor anything of the tests', () => {
    expect(forbidden(inside('web'), (target) => /^(server|scripts|bench|torture|e2e)\//.test(target))).toEqual([]);
    const shipped = inside('web').filter((source) => !source.isTest);
    expect(forbidden(shipped, (target) => target.startsWith('test/'))).toEqual([]);
    expect(shipped.filter((source) => source.packages.some((name) => name.startsWith('node:')))).toEqual([]);
  });

  test('the server imports no screen, and nothing of the tests', () => {
    expect(forbidden(inside('server'), (target) => target.startsWith('web/'))).toEqual([]);
    const shipped = inside('server').filter((source) => !source.isTest);
    expect(forbidden(shipped, (target) => /^(test|e2e|bench|torture|scripts)\//.test(target))).toEqual([]);
  });

  test('the contract imports zod and itself alone', () => {
    const shipped = inside('contract').filter((source) => !source.isTest);
    expect(forbidden(shipped, (target) => !target.startsWith('contract/'))).toEqual([]);
    expect(shipped.flatMap((source) => source.packages.filter((name) => name !== 'zod'))).toEqual([]);
  });

  test('web/ui knows no domain: of the screens it imports only itself and the theme', () => {
    expect(forbidden(inside('web/ui'), (target) => /^web\/(?!ui\/)[^/]+\//.test(target))).toEqual([]);
  });

  // Each imports only those before it.
  const sharedScreens = 'api ui links form lookup filters sheets list records stock labels sessions'.split(' ');

  test.each(sharedScreens.entries().toArray())(
    'web, shared folder %i: %s imports only those before it',
    (place, name) => {
      const later = (target: string) => sharedScreens.indexOf(target.split('/')[1] ?? '') > place;
      expect(forbidden(inside(`web/${name}`), (target) => target.startsWith('web/') && later(target))).toEqual([]);
    },
  );

  test('no feature imports the inside of another', () => {
    const shared = {
      server: ['http', 'db', 'records', 'lists', 'stock', 'auth', 'mail', 'pdf'],
      web: sharedScreens,
    };
    // What fills a new installation plays people who use all of it.
    const playing = ['sample', 'seed'];
    const featureOf = (name: string) => /^(server|web)\/([^/]+)\//.exec(name)?.slice(1) ?? [];
    const strange = forbidden(product, (target, { name }) => {
      const [room, from = ''] = featureOf(name);
      const [, to] = featureOf(target);
      if ((room !== 'server' && room !== 'web') || to === undefined || from === '' || to === from) return false;
      if (playing.includes(from) || playing.includes(to)) return false;
      return !shared[room].includes(to);
    });
    expect(strange).toEqual([]);
  });

  test('what makes PDFs is loaded in a thread of its own, and takes no memory of the server', () => {
    expect(forbidden(inside('server'), (target) => target === 'server/packs/build.ts')).toEqual([
      'server/packWorker.ts → server/packs/build.ts',
    ]);
    const shipped = inside('server').filter((source) => !source.isTest);
    // By `new URL`, a module is named as the start of a thread and not loaded.
    const byImport = (file: string) =>
      shipped
        .filter(({ text }) => new RegExp(`(?:from|import\\() ?'[^']*/${file}'`).test(text))
        .map(({ name }) => name);
    expect(byImport('pdfMaker.ts')).toEqual(['server/packs/pdf.ts', 'server/recalls/letter.ts']);
    expect(byImport('pdf.ts')).toEqual(['server/packs/build.ts', 'server/packs/remarks.ts']);
    expect(byImport('remarks.ts')).toEqual(['server/packs/build.ts']);
    expect(byImport('letterThread.ts')).toEqual([]);
  });

  test('server/http has no SQL', () => {
    const http = inside('server/http').filter((source) => !source.isTest);
    expect(http.filter(({ packages }) => packages.includes('kysely')).map(({ name }) => name)).toEqual([]);
  });

  test('no file imports itself by way of others, types included', () => {
    const byName = new Map(sources.map((source) => [source.name, source]));
    const finished = new Set<string>();
    const cycles: string[] = [];
    const visit = (name: string, way: readonly string[]) => {
      if (way.includes(name)) cycles.push([...way.slice(way.indexOf(name)), name].join(' → '));
      if (way.includes(name) || finished.has(name)) return;
      for (const target of byName.get(name)?.imports ?? []) visit(target, [...way, name]);
      finished.add(name);
    };
    for (const { name } of sources) visit(name, []);
    expect(cycles).toEqual([]);
  });

  test('what runs in production is no development package', () => {
    const manifest: unknown = JSON.parse(readText('package.json'));
    const shipped = product.filter((source) => /^(contract|server|web)\//.test(source.name));
    const used = new Set(shipped.flatMap((source) => source.packages.filter((name) => !name.startsWith('node:'))));
    expect(manifest).toHaveProperty('dependencies');
    for (const name of used) expect(manifest, `dependencies in package.json`).toHaveProperty(['dependencies', name]);
  });

  test('every import of a file finds it', () => {
    expect(forbidden(sources, (target) => !files.includes(target))).toEqual([]);
  });
});

test('nothing but server/stock writes items, lots and movements', () => {
  const tables = '(?:lot|movement|item)s?';
  const byKysely = new RegExp(
    `\\b(?:insertInto|replaceInto|mergeInto|updateTable|deleteFrom)\\(\\s*['"\`]${tables}\\b`,
  );
  const byShape = new RegExp(`\\b(?:insertRows|insertNumbered)\\(\\s*\\w+,\\s*['"\`]${tables}\\b`);
  const bySql = new RegExp(`\\b(?:insert\\s+into|replace\\s+into|update|delete\\s+from)\\s+["\`]?${tables}\\b`, 'i');
  const writers = code
    // The measurements compare the ledger with bare SQL on a database of their own.
    .filter((source) => !/^(server\/(stock|db\/migrations)|bench)\//.test(source.name))
    .filter((source) => {
      const text = withoutComments(source.text);
      return byKysely.test(text) || byShape.test(text) || bySql.test(text);
    });
  expect(writers.map((source) => source.name)).toEqual([]);
});

describe('nothing lies about unused', () => {
  // Whatever a configuration, the task list or the page names is where the program begins.
  const configs = files.filter((name) => /^[^/]+\.config\.ts$/.test(name));
  const entries = [
    'server/main.ts',
    'scripts/run.mjs',
    ...named(readText('scripts/run.mjs')),
    ...configs,
    ...configs.flatMap((name) => named(readText(name))),
    ...named(readText('web/index.html'), 'web/'),
    // Read by their folders: the migrations, and the screens of the masters.
    ...files.filter((name) => /^server\/db\/migrations\/\d{3}-[\w-]+\.ts$/.test(name)),
    ...masterRows.map(({ resource }) => `web/masters/${resource}.tsx`),
  ];

  test('a field keeps what is pasted: maxLength would cut it without a word, where the form shows the fault of the schema', () => {
    const searches = ['web/layout/CommandMenu.tsx', 'web/scan/CodeField.tsx', 'web/ui/SearchField.tsx'];
    const cutting = inside('web').filter(({ text }) => /\bmaxLength\b/.test(text));
    expect(cutting.map(({ name }) => name).toSorted()).toEqual(searches);
  });

  test('every file of the product is reached from where it starts, not just from a test', () => {
    const reached = reachable(entries);
    const rooms = /^(contract|server|web|scripts|bench|torture)\//;
    const unused = product.filter((source) => rooms.test(source.name) && !reached.has(source.name));
    expect(unused.map((source) => source.name).filter((name) => !name.endsWith('.d.ts'))).toEqual([]);
  });

  test('every file beside the tests is used by one', () => {
    const tests = sources.filter((source) => source.isTest).map((source) => source.name);
    const reached = reachable([...entries, ...tests]);
    expect(
      sources.map((source) => source.name).filter((name) => /^(test|e2e)\//.test(name) && !reached.has(name)),
    ).toEqual([]);
  });

  test('everything that a file exports is used by another', () => {
    const texts = code.map((source) => ({ name: source.name, words: new Set(source.text.match(/[\w$]+/g)) }));
    const unused = code.flatMap((source) => {
      const declared = source.text.matchAll(
        /^export (?:default )?(?:async )?(?:const|let|function\*?|class|interface|type) (\w+)/gm,
      );
      return Array.from(declared, (match) => match[1] ?? '')
        .filter((name) => !texts.some((other) => other.name !== source.name && other.words.has(name)))
        .map((name) => `${source.name}: ${name}`);
    });
    // A runner calls these by their place, not by their name.
    expect(unused.filter((line) => !/^test\/\w+Setup\.ts/.test(line))).toEqual([]);
  });
});

describe('files stay small and findable', () => {
  test(`no file has more than ${MAX_LINES} lines`, () => {
    const long = sources.filter((source) => source.text.split('\n').length - 1 > MAX_LINES);
    expect(long.map((source) => source.name)).toEqual([]);
  });

  test(`no folder is deeper than ${MAX_DEPTH}`, () => {
    expect(files.filter((name) => name.split('/').length - 1 > MAX_DEPTH)).toEqual([]);
  });

  test('no barrels, and no folder or file for what has no subject', () => {
    const subjectless = /(^|\/)(index\.(ts|tsx|mjs)|(utils?|helpers?|misc|common|lib)(\/|\.(ts|tsx|mjs)$))/;
    expect(files.filter((name) => subjectless.test(name))).toEqual([]);
  });
});

describe('nothing is left half done', () => {
  test('no note to do it later', () => {
    expect(linesMatching(sources, /\b(TO[D]O|FIX[M]E|X[X]X|HA[C]K)\b/)).toEqual([]);
  });

  test('no test is skipped, focused or expected to fail', () => {
    const tests = sources.filter((source) => source.isTest);
    expect(
      linesMatching(tests, /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:skip|skipIf|runIf|only|todo|fixme|fails?)\b/),
    ).toEqual([]);
  });

  test('the type checker is never switched off', () => {
    const off = /(?::\s*|\bas\s+|<|,\s*|\|\s*)any\b(?=\s*[\][>,;)=|&{]|\s*$)|\bas unknown as\b/;
    const typed = code.map((source) => ({ ...source, text: withoutComments(source.text) }));
    expect(linesMatching(typed, off)).toEqual([]);
    expect(linesMatching(code, /@ts-(?:ign[o]re|expect-[e]rror|no[c]heck)/)).toEqual([]);
  });
});
