/** Names in the documents exist: commands, files, environment variables. */
import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exists, listFiles, readSources, readText } from './sourceFiles.ts';

const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', ...globSync('docs/**/*.md')].filter(exists);
// npm's own commands that need no script of ours.
const npmCommands = ['ci', 'install', 'audit', 'outdated', 'update', 'pack', 'version'];
const fileNames = new Set(listFiles().map((name) => path.posix.basename(name)));
const checkedExtensions = /\.(tsx?|mjs|css|html|json|md|ya?ml|sh)$/;
// Files that the running program creates are in no checkout.
const made = /^(dist|data|node_modules|test-results)(\/|$)/;

interface Code {
  /** The text between backticks. */
  inline: string[];
  /** The text of the fenced blocks. */
  blocks: string;
}

function codeOf(text: string): Code {
  const blocks: string[] = [];
  const prose = text.replace(/^```.*\n([\s\S]*?)^```/gm, (_, block: string) => {
    blocks.push(block);
    return '';
  });
  return { inline: Array.from(prose.matchAll(/`([^`\n]+)`/g), (match) => match[1] ?? ''), blocks: blocks.join('\n') };
}

function allCode(document: string): string {
  const { inline, blocks } = codeOf(readText(document));
  return [...inline, blocks].join('\n');
}

function matches(text: string, pattern: RegExp): string[] {
  return Array.from(text.matchAll(pattern), (match) => match[1] ?? '');
}

/** Whether inline code looks like a path of this checkout: of a file that we check, or below one of its folders. */
function looksLikePath(code: string): boolean {
  if (!/^\.{0,2}\/?[\w.-]+(\/[\w.-]+)*\/?$/.test(code) || code.startsWith('/') || made.test(code)) return false;
  const first = code.replace(/^(\.{1,2}\/)+/, '').split('/')[0] ?? '';
  return checkedExtensions.test(code) || (code.includes('/') && first !== '' && exists(first));
}

/** Whether a path exists seen from the root or from the document; a bare name may be that of any file. */
function isThere(document: string, name: string): boolean {
  if (!name.includes('/') && fileNames.has(name)) return true;
  return exists(name) || exists(path.posix.join(path.posix.dirname(document), name));
}

/** The names that server/core/config.ts reads from the environment. */
function configured(): string[] {
  return matches(readText('server/core/config.ts'), /^\s*([A-Z][A-Z0-9_]+):\s/gm);
}

const sources = readSources();
const words = new Set(sources.flatMap(({ text }) => text.match(/\b[A-Z][A-Z0-9_]+\b/g) ?? []));
const read = sources.flatMap(({ text }) => matches(text, /\benv(?:\.|\[')([A-Z][A-Z0-9_]+)/g));

test('the README exists', () => {
  expect(documents).toContain('README.md');
});

describe.each(documents)('%s', (document) => {
  test('names only commands that exist', () => {
    const manifest: unknown = JSON.parse(readText('package.json'));
    const code = allCode(document);
    for (const script of matches(code, /\bnpm run ([\w:-]+)/g)) {
      expect(manifest, `npm run ${script}`).toHaveProperty(['scripts', script]);
    }
    for (const command of matches(code, /\bnpm (?!run\b)(\w[\w-]*)/g).filter((name) => !npmCommands.includes(name))) {
      // Only these four run a script without the word "run".
      expect(['start', 'test', 'stop', 'restart'], `npm ${command}`).toContain(command);
      expect(manifest, `npm ${command}`).toHaveProperty(['scripts', command]);
    }
  });

  test('names only files that exist', () => {
    const text = readText(document);
    const links = matches(text, /\]\(<?([^)<>\s]+)>?(?:\s+"[^"]*")?\)/g)
      .filter((target) => !/^([a-z]+:|#|\/\/)/i.test(target))
      .map((target) => decodeURI(target.replace(/#.*$/, '')));
    const missingLinks = links.filter((target) => !exists(path.posix.join(path.posix.dirname(document), target)));
    const missingPaths = codeOf(text).inline.filter((code) => looksLikePath(code) && !isThere(document, code));
    expect([...missingLinks, ...missingPaths]).toEqual([]);
  });

  test('names only variables that something reads', () => {
    const code = allCode(document);
    expect(matches(code, /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g).filter((name) => !words.has(name))).toEqual([]);
    // An assigned variable must be read from the environment, not just be some constant.
    const variables = new Set([...configured(), ...read]);
    expect(matches(code, /\b([A-Z][A-Z0-9_]{2,})=/g).filter((name) => !variables.has(name))).toEqual([]);
  });
});

const MAX_DECISION_WORDS = 500;

test.each(documents.filter((name) => name.startsWith('docs/decisions/')))(
  '%s fits on a page, with its headings',
  (name) => {
    const text = readText(name);
    expect(text).toMatch(/^\*\*Context/m);
    expect(text).toMatch(/^\*\*Choice/m);
    expect(text.trim().split(/\s+/).length).toBeLessThanOrEqual(MAX_DECISION_WORDS);
  },
);

test('the table in docs/operations.md has every variable of server/core/config.ts, and no other', () => {
  const variables = configured();
  expect(variables.length).toBeGreaterThan(0);
  const rows = matches(readText('docs/operations.md'), /^\|\s*`([A-Z][A-Z0-9_]+)`\s*\|/gm);
  expect(rows.toSorted()).toEqual(variables.toSorted());
});
