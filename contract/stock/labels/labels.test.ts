import { describe, expect, test } from 'vitest';
import { isGtin } from './gtin.ts';
import { labelPath, readScan } from './labels.ts';

describe('a GTIN', () => {
  test('has 8, 12, 13 or 14 digits, of which the last one checks the others', () => {
    expect(['96385074', '036000291452', '8901234567890', '08901234567890', '18901234567897'].map(isGtin)).toEqual(
      Array.from({ length: 5 }, () => true),
    );
    expect(['8901234567891', '890123456789', '', '12345', '890123456789x', '४२'].map(isGtin)).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });
});

describe('a scanned text', () => {
  const gtin = '08901234567890';
  const odd = 'TP/12 #3 हल्दी%';

  test('is the lot of the label; the host is ignored', () => {
    for (const lot of [
      { code: 'TP-12', gtin: '' },
      { code: odd, gtin: '' },
      { code: odd, gtin },
    ]) {
      expect(readScan(`https://godown.example:3000${labelPath(lot)}`)).toEqual(lot);
    }
    expect(labelPath({ code: 'TP-12', gtin: '8901234567890' })).toBe('/01/08901234567890/10/TP-12');
  });

  test('may have any code: the address of its label is one that no URL parser changes', () => {
    const codes = [
      '.',
      '..',
      '...',
      '%2e%2e',
      '../B',
      'A/../B',
      'A\\B',
      'A?B',
      '#',
      '%',
      '%zz',
      '🍃',
      'A+B',
      '01',
      '10',
      'l',
    ];
    for (const code of codes) {
      for (const lot of [
        { code, gtin: '' },
        { code, gtin },
      ]) {
        const { href } = new URL(labelPath(lot), 'https://godown.example');
        expect(readScan(href), href).toEqual(lot);
      }
    }
    // As labels of older versions have it.
    expect(readScan('https://godown.example/l/..')).toEqual({ code: '..', gtin: '' });
  });

  test('may be an element string, with brackets, with FNC1 or with the name of its symbol', () => {
    const lot = { code: 'TP-12', gtin };
    expect(readScan(`(01)${gtin}(17)271103(10)TP-12`)).toEqual(lot);
    expect(readScan(`]d201${gtin}1727110310TP-12`)).toEqual(lot);
    expect(readScan(`]C101${gtin}10TP-12\u001d17271103`)).toEqual(lot);
    expect(readScan('(10)TP-12')).toEqual({ code: 'TP-12', gtin: '' });
  });

  test('is otherwise a lot code, unchanged', () => {
    for (const code of ['TUR-2611-03', '01', '100 % (A)', 'https://example.in/other', '(21)7']) {
      expect(readScan(` ${code} `)).toEqual({ code, gtin: '' });
    }
  });
});
