/** docs/reliability.md and the attacks say the same, and each build that is broken on purpose can still be made. */
import { describe, expect, test } from 'vitest';
import { attacks } from '../torture/attacks.ts';
import { edited } from '../torture/builds.ts';
import { exists, readText } from './sourceFiles.ts';

const lines = readText('docs/reliability.md').split('\n');
const document = lines.join(' ').replaceAll(/\s+/g, ' ');

describe.each(attacks)('$name', (attack) => {
  test('is told of, with its promise and its command', () => {
    expect(document).toContain(`**${attack.promise}**`);
    const command = lines.find((line) => line.includes(`\`npm run torture -- ${attack.name}\``));
    expect(command).toContain(attack.rounds.long.toLocaleString('en'));
  });

  test('has broken builds that can be made', () => {
    expect(attack.broken.length).toBeGreaterThan(0);
    for (const edit of attack.broken.flatMap(({ edits }) => edits)) {
      if (edit.from === '') expect(exists(edit.file)).toBe(false);
      else expect(edited(readText(edit.file), edit)).not.toBe(readText(edit.file));
    }
  });

  test('has its short form among the tests', () => {
    const file = attack.shortForm ?? `torture/${attack.name}.test.ts`;
    expect(readText(file)).toMatch(/testShortForm\(|runAttack\(/);
  });
});
