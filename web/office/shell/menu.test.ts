import { expect, test } from 'vitest';
import { kinds, recordKinds } from '#contract/kinds.ts';
import { screens } from './menu.ts';

test('the menu has the screen of every kind of record', () => {
  const shown = screens.map(({ to }) => to);
  expect(recordKinds.map((kind) => kinds[kind].screenPath).filter((path) => !shown.includes(path))).toEqual([]);
});
