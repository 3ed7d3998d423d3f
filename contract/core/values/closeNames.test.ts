import { expect, test } from 'vitest';
import { areCloseNames, CloseNames } from './closeNames.ts';

test.each([
  ['Turmaric Lakadong', 'Turmeric, Lakadong', true],
  ['Turmric', 'Turmeric', true],
  ['Hill  Farms', 'hill-farms', true],
  ['Wayanad Hill Spice', 'Wayanad Hills Spices', true],
  ['हल्दि', 'हल्दी', true],
  ['Shri Krishna Agro Farms', 'Shree Krishna Agro Farm', true],
  ['Ganesh Spices Pvt Ltd', 'Ganehs Spices Pvt Ltd', true],
  ['Ganesh Spices Pvt Ltd', 'Ramesh Spices Pvt Ltd', false],
  ['Laxman Krishi Kendra', 'Waman Krishi Kendra', false],
  ['Amla', 'Amba', false],
  ['Grower 11', 'Grower 12', false],
  ['Turmeric', 'Turmeric powder', false],
  ['Black pepper', 'Black cumin', false],
  ['…', '!', false],
])('%s and %s: %s', (one, other, close) => {
  expect([areCloseNames(one, other), areCloseNames(other, one)]).toEqual([close, close]);
});

test('among many names the close ones are found, and no other', () => {
  // A small generator of its own: the same names in each run.
  let seed = 20_261_129;
  const below = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * most);
  };
  const word = () => Array.from({ length: 3 + below(6) }, () => 'abcdeiklmnorstu'.charAt(below(15))).join('');
  const slip = (name: string) => {
    const at = below(name.length);
    return (
      [
        name.slice(0, at) + name.slice(at + 1),
        `${name.slice(0, at)}x${name.slice(at)}`,
        `${name.slice(0, at)}x${name.slice(at + 1)}`,
      ][below(3)] ?? name
    );
  };
  const names = Array.from({ length: 400 }, () => `${word()} ${word()}`);
  const close = new CloseNames<string>();
  for (const name of names) close.add(name, name);
  for (let count = 0; count < 2000; count += 1) {
    let name = names[below(names.length)] ?? '';
    for (let slips = below(4); slips > 0; slips -= 1) name = slip(name);
    const found = close.find(name);
    expect(found !== undefined, name).toBe(names.some((each) => areCloseNames(each, name)));
    if (found !== undefined) expect(areCloseNames(found, name)).toBe(true);
  }
});
