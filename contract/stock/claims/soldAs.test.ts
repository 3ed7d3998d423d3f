import { describe, expect, test } from 'vitest';
import { claimsText } from './schemes.ts';
import { carries, needsPaperOf, proposeSoldAs, soldAsOfLine } from './soldAs.ts';

const npop = { scheme: 'NPOP', status: 'organic' } as const;
const eu = { scheme: 'EU', status: 'organic' } as const;
const nop = { scheme: 'NOP', status: 'organic' } as const;
const nopMadeWith = { scheme: 'NOP', status: 'madeWithOrganic' } as const;
const pgs = { scheme: 'PGS-India', status: 'organic' } as const;
const day = '2026-11-20';

test('a claim may be sold as itself, and organic as any other claim of its scheme', () => {
  expect(carries([npop], { scheme: 'NPOP', status: 'inConversion' })).toBe(true);
  expect(carries([nopMadeWith], nop)).toBe(false);
  expect(carries([nopMadeWith], nopMadeWith)).toBe(true);
  expect(carries([npop], eu)).toBe(false);
  expect(carries([], npop)).toBe(false);
});

describe('the proposal', () => {
  const inIndia = { market: 'IN', soldAs: null } as const;

  test('is the claim of the buyer, also where no batch holds it', () => {
    expect(proposeSoldAs({ market: 'IN', soldAs: eu }, day, [[npop]])).toBe('EU organic');
  });

  test('is the best one of the market that all batches hold', () => {
    expect(proposeSoldAs(inIndia, day, [])).toBe('NPOP organic');
    expect(proposeSoldAs(inIndia, day, [[npop, pgs], [pgs]])).toBe('PGS-India organic');
    expect(proposeSoldAs({ market: 'US', soldAs: null }, day, [[npop, nop], [nopMadeWith]])).toBe(
      'NOP madeWithOrganic',
    );
    expect(proposeSoldAs({ market: 'US', soldAs: null }, '2022-07-11', [[npop]])).toBe('NPOP organic');
  });

  test('is the first of the market where the batches hold none, and none without a market', () => {
    expect(proposeSoldAs({ market: 'US', soldAs: null }, day, [[npop]])).toBe('NOP organic');
    expect(proposeSoldAs({ market: null, soldAs: null }, day, [[npop]])).toBe('');
    expect(proposeSoldAs(undefined, day, [[npop]])).toBe('');
  });
});

test('a paper of import is needed for the buyer, or for a claim that its market takes still', () => {
  expect(needsPaperOf('EU', { buyerMarket: 'EU', soldAs: '' })).toBe(true);
  expect(needsPaperOf('US', { buyerMarket: 'EU', soldAs: 'NOP madeWithOrganic' })).toBe(true);
  expect(needsPaperOf('US', { buyerMarket: 'IN', soldAs: 'NPOP organic' })).toBe(false);
});

test('a line has what it was sold as, else the claims of its lot, and never organic alone', () => {
  expect(soldAsOfLine(eu, [npop], 'organic')).toBe('EU organic');
  expect(soldAsOfLine(null, [npop, nopMadeWith], 'organic')).toBe('NPOP organic; Made with organic, NOP');
  expect(soldAsOfLine(null, [], 'madeWithOrganic')).toBe('Made with organic, scheme not known');
  expect(claimsText([], 'conventional')).toBe('Conventional');
});
