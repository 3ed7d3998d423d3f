/** The rules of the house that a machine can hold (docs/ARCHITECTURE.md tells why they are there). */
import { describe, expect, test } from 'vitest';
import { masterRows } from '#contract/kinds.ts';
import { listFiles, readSettings, readSources, readText, type SourceFile, withoutComments } from './sourceFiles.ts';

const MAX_LINES = 400;
const MAX_DEPTH = 4;

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
function linesMatching(from: readonly Pick<SourceFile, 'name' | 'text'>[], pattern: RegExp): string[] {
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

/** Each imports only those before it: a screen's files are in the room of the group of the menu that it stands in. */
const rooms = ['core', 'stock', 'masters', 'buy', 'make', 'ship', 'prove', 'office'] as const;
/** Parts of rooms that others come between: certificates stand below purchases, adjustments above dispatches. */
const order = 'core stock masters certificates buy make ship adjustments prove scan office'.split(' ');
/** They name records of every room; a room may import them. */
const sharedTables = ['kinds', 'permissions', 'documentStatus', 'historyActions'].map((name) => `contract/${name}.ts`);
/** Where the rooms are brought together. */
const above = [
  ...sharedTables,
  'contract/apiTexts.ts',
  ...['main', 'app', 'openServer', 'morningRead'].map((name) => `server/${name}.ts`),
  ...['main.tsx', 'router.tsx', 'routes.tsx', 'administration.tsx', 'theme.ts', 'styles.css'].map(
    (name) => `web/${name}`,
  ),
];

/** The place of a file's room in the order; above all rooms for what brings them together, -1 outside of the parts. */
function placeOf(name: string): number {
  const [part = '', room = '', folder = ''] = name.replace(/\.\w+$/, '').split('/');
  if (!['contract', 'server', 'web'].includes(part)) return -1;
  const own = part === 'contract' && folder === 'adjustments' ? room : folder;
  const place = order.indexOf(order.includes(own) ? own : room);
  return place < 0 ? order.length : place;
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
    expect(forbidden(shipped, (target) => /^(test|e2e|bench|seed|torture|scripts)\//.test(target))).toEqual([]);
  });

  test('the contract imports zod and itself alone', () => {
    const shipped = inside('contract').filter((source) => !source.isTest);
    expect(forbidden(shipped, (target) => !target.startsWith('contract/'))).toEqual([]);
    expect(shipped.flatMap((source) => source.packages.filter((name) => name !== 'zod'))).toEqual([]);
  });

  test('no room imports one that comes after it, types included', () => {
    const backwards = forbidden(product, (target, { name }) => {
      const from = placeOf(name);
      const to = placeOf(target);
      return from >= 0 && to > from && !sharedTables.includes(target);
    });
    expect(backwards).toEqual([]);
  });

  test('every file of a part is in a room, or brings the rooms together', () => {
    const inRoom = new RegExp(`^(contract|server|web)/(${rooms.join('|')})/`);
    const outside = product.map(({ name }) => name).filter((name) => /^(contract|server|web)\//.test(name));
    expect(outside.filter((name) => !inRoom.test(name) && !above.includes(name))).toEqual([]);
  });

  test('core knows no domain word', () => {
    const words = new RegExp(
      [
        '[Ss]upplier|[Bb]uyer|[Rr]aw_?[Mm]aterial|[Ii]nward|[Dd]ispatch(?!Event)|[Rr]ecipe|[Rr]ecall|[Cc]ertificate',
        '[Ii]nvoice|[Ff]inished_?[Gg]ood|[Aa]djustment|[Bb]atch_?[Nn]umber|[Mm]ass_?[Bb]alance',
        '(?<![A-Za-z])lots?(?![a-z])|Lots?(?![a-z])',
      ].join('|'),
    );
    const core = product.filter(({ name }) => /^(contract|server|web)\/core\/(?!db\/migrations\/)/.test(name));
    const known = core.flatMap(({ name, text }) =>
      withoutComments(text)
        .split('\n')
        .filter((line) => words.test(line.replace(/from '[^']*'/, '')))
        .map((line) => `${name}: ${line.trim()}`),
    );
    // Descriptions and an example of calls about records of every kind.
    expect(known.filter((line) => !/^contract\/core\/(find|history|views|errors)\.ts: /.test(line))).toEqual([]);
  });

  test('web/core/ui imports only itself', () => {
    expect(forbidden(inside('web/core/ui'), (target) => /^web\/(?!core\/ui\/|theme)/.test(target))).toEqual([]);
  });

  // Each imports only those before it.
  const sharedScreens = 'api ui form lookup filters sheets list records sessions layout'.split(' ');

  test.each(sharedScreens.entries().toArray())(
    'web/core, folder %i: %s imports only folders before it',
    (place, name) => {
      const later = (target: string) => sharedScreens.indexOf(target.split('/')[2] ?? '') > place;
      expect(
        forbidden(inside(`web/core/${name}`), (target) => target.startsWith('web/core/') && later(target)),
      ).toEqual([]);
    },
  );

  test('modules that create PDFs are loaded only in threads of their own', () => {
    expect(forbidden(inside('server'), (target) => target === 'server/prove/packs/build.ts')).toEqual([
      'server/prove/packs/packWorker.ts → server/prove/packs/build.ts',
    ]);
    const shipped = inside('server').filter((source) => !source.isTest);
    // By `new URL`, a module is named as the start of a thread and not loaded.
    const byImport = (file: string) =>
      shipped
        .filter(({ text }) => new RegExp(`(?:from|import\\() ?'[^']*/${file}'`).test(text))
        .map(({ name }) => name);
    expect(byImport('pdfMaker.ts')).toEqual(['server/prove/packs/pdf.ts', 'server/prove/recalls/letter.ts']);
    expect(byImport('pdf.ts')).toEqual(['server/prove/packs/build.ts', 'server/prove/packs/remarks.ts']);
    expect(byImport('remarks.ts')).toEqual(['server/prove/packs/build.ts']);
    expect(byImport('letterThread.ts')).toEqual([]);
  });

  test('server/core/http has no SQL', () => {
    const http = inside('server/core/http').filter((source) => !source.isTest);
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

  test('packages used in production are listed under dependencies', () => {
    const manifest: unknown = JSON.parse(readText('package.json'));
    const shipped = product.filter((source) => /^(contract|server|web)\//.test(source.name));
    const used = new Set(shipped.flatMap((source) => source.packages.filter((name) => !name.startsWith('node:'))));
    expect(manifest).toHaveProperty('dependencies');
    for (const name of used) expect(manifest, `dependencies in package.json`).toHaveProperty(['dependencies', name]);
  });

  test('every imported file exists', () => {
    expect(forbidden(sources, (target) => !files.includes(target))).toEqual([]);
  });
});

test('nothing but server/stock/ledger writes items, lots and movements', () => {
  const tables = '(?:lot|movement|item)s?';
  const byKysely = new RegExp(
    `\\b(?:insertInto|replaceInto|mergeInto|updateTable|deleteFrom)\\(\\s*['"\`]${tables}\\b`,
  );
  const byShape = new RegExp(`\\b(?:insertRows|insertNumbered)\\(\\s*\\w+,\\s*['"\`]${tables}\\b`);
  const bySql = new RegExp(`\\b(?:insert\\s+into|replace\\s+into|update|delete\\s+from)\\s+["\`]?${tables}\\b`, 'i');
  const writers = code
    // The measurements compare the ledger with bare SQL on a database of their own.
    .filter((source) => !/^(server\/(stock\/ledger|core\/db\/migrations)|bench)\//.test(source.name))
    .filter((source) => {
      const text = withoutComments(source.text);
      return byKysely.test(text) || byShape.test(text) || bySql.test(text);
    });
  expect(writers.map((source) => source.name)).toEqual([]);
});

describe('nothing is unused', () => {
  // The program begins at files that a configuration, the task list or the page names.
  const configs = files.filter((name) => /^[^/]+\.config\.ts$/.test(name));
  const entries = [
    'server/main.ts',
    'scripts/run.mjs',
    ...named(readText('scripts/run.mjs')),
    ...configs,
    ...configs.flatMap((name) => named(readText(name))),
    ...named(readText('web/index.html'), 'web/'),
    // Not imported: tables add to those of the database by their types.
    ...files.filter((name) => /^server\/\w+\/tables\.ts$/.test(name)),
    // Read by their folders: the migrations, and the screens of the masters.
    ...files.filter((name) => /^server\/core\/db\/migrations\/\d{3}-[\w-]+\.ts$/.test(name)),
    ...masterRows.map(({ resource }) => `web/masters/${resource}.tsx`),
  ];

  test('every file of the product is imported from an entry point, not just from a test', () => {
    const reached = reachable(entries);
    const shipped = /^(contract|server|web|scripts|bench|seed|torture)\//;
    const unused = product.filter((source) => shipped.test(source.name) && !reached.has(source.name));
    expect(unused.map((source) => source.name).filter((name) => !name.endsWith('.d.ts'))).toEqual([]);
  });

  test('every file of test and e2e is used by a test', () => {
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
  test(`no file but a test has more than ${MAX_LINES} lines`, () => {
    const long = product.filter((source) => source.text.split('\n').length - 1 > MAX_LINES);
    expect(long.map((source) => source.name)).toEqual([]);
  });

  test(`no folder is deeper than ${MAX_DEPTH}`, () => {
    expect(files.filter((name) => name.split('/').length - 1 > MAX_DEPTH)).toEqual([]);
  });

  test('no barrels, and no folder or file without a subject', () => {
    const subjectless = /(^|\/)(index\.(ts|tsx|mjs)|(utils?|helpers?|misc|common|parts|lib)(\/|\.(ts|tsx|mjs)$))/;
    expect(files.filter((name) => subjectless.test(name))).toEqual([]);
  });
});

describe('numbers', () => {
  const counting = sources.filter(
    ({ name, isTest }) =>
      /^(contract|server|web)\//.test(name) &&
      !isTest &&
      !name.startsWith('contract/core/values/') &&
      !name.startsWith('server/office/sample/') &&
      // Recomputes totals without the code that made them.
      name !== 'server/stock/ledger/verify.ts',
  );

  test('only numbers.ts converts between paise, thousandths, grams and decimals', () => {
    const scaled = /(?:paise|rupees|amount|price|quantit|qty|units|thousandths|gram)\w*\)*\s*[*/]\s*1_?0{2,3}\b(?!n)/i;
    expect(linesMatching(counting, scaled)).toEqual([]);
  });

  test('no file rounds decimals by itself', () => {
    const rounded = /Math\.round\([^;]*\*\s*1_?0{2,3}\)\s*\/\s*1_?0{2,3}\b|\.toFixed\([23]\)/;
    expect(linesMatching(counting, rounded)).toEqual([]);
  });
});

test('no field but those for searching has maxLength, which cuts pasted text silently', () => {
  const searches = ['web/core/ui/SearchField.tsx', 'web/office/shell/CommandMenu.tsx', 'web/stock/scan/CodeField.tsx'];
  const cutting = inside('web').filter(({ text }) => /\bmaxLength\b/.test(text));
  expect(cutting.map(({ name }) => name).toSorted()).toEqual(searches);
});

describe('words that a newcomer understands (docs/glossary.md)', () => {
  const pronouns = 'what|of|who|whom|whose|whoever|that|which|by what';

  test('every test title is a sentence that begins with its subject', () => {
    // The title is the first argument of a test, a describe or a step, also after the table of an `each`.
    const title = new RegExp(`(?:\\b(?:test|it|describe)(?:\\.\\w+)*|\\))\\(\\s*['"\`](?:${pronouns})\\b.*`, 'gi');
    const titled = sources.filter(({ name, isTest }) => isTest || /^(test|e2e)\//.test(name));
    const faulty = titled.flatMap(({ name, text }) =>
      Array.from(text.matchAll(title), ([match]) => `${name}: ${match.replaceAll(/\s+/g, ' ')}`),
    );
    expect(faulty).toEqual([]);
  });

  test('every comment begins with its subject, not with "What", "Of" or "Whoever"', () => {
    const commented = [...sources, ...readSettings()];
    expect(linesMatching(commented, /(?:\/\/|\/\*\*?|^\s*[*#]) (?:What|Of|Who|Whom|Whoever)\b/)).toEqual([]);
  });
});

describe('nothing is left half done', () => {
  test('no notes to do something later', () => {
    expect(linesMatching(sources, /\b(TO[D]O|FIX[M]E|X[X]X|HA[C]K)\b/)).toEqual([]);
  });

  test('no text of the API or of a pack begins with "What", "Of", "Who", "That" or "By what"', () => {
    const described =
      /(?:\bdescribe\(|\b(?:summary|description|about):)\s*['"`](?:What|Of|Who|Whom|Whose|That|By what)\b.*/g;
    const parts = product.filter(({ name }) => /^(contract|server)\//.test(name));
    expect(
      parts.flatMap(({ name, text }) => (text.match(described) ?? []).map((found) => `${name}: ${found}`)),
    ).toEqual([]);
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
