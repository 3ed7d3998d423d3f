/** docs/reliability.md and the attacks say the same, and each build that is broken on purpose can still be made. */
import { describe, expect, test } from 'vitest';
import { attacks } from '../torture/attacks.ts';
import { edited } from '../torture/runner/builds.ts';
import { exists, readSources, readText } from './sourceFiles.ts';

const lines = readText('docs/reliability.md').split('\n');
const document = lines.join(' ').replaceAll(/\s+/g, ' ');
const tests = readSources().filter(({ isTest }) => isTest);

describe.each(attacks)('$name', (attack) => {
  test('has its section, with its promise and its command', () => {
    expect(document.includes(`**${attack.promise}**`)).toBe(true);
    const command = lines.find((line) => line.includes(`\`npm run torture -- ${attack.name}\``));
    expect(command).toContain(attack.rounds.long.toLocaleString('en'));
  });

  test('has broken builds whose edits apply', () => {
    expect(Object.keys(attack.broken).length).toBeGreaterThan(0);
    for (const edit of Object.values(attack.broken).flat()) {
      const [file, from] = edit;
      if (from === '') expect(exists(file)).toBe(false);
      else expect(edited(readText(file), edit)).not.toBe(readText(file));
    }
  });

  test('has its short form among the tests', () => {
    const calls = new RegExp(`\\b(testShortForm|testComplaint)\\(${attack.name}\\b`);
    expect(tests.filter(({ text }) => calls.test(text))).toHaveLength(1);
  });
});
