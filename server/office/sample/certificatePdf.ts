/** A certificate as a one-page PDF. */
import { LEFT, pdfOf, RIGHT, rule, textAt, TOP } from './pdfPage.ts';

/** The printed texts of a certificate. */
interface CertificateContent {
  body: string;
  scheme: string;
  number: string;
  holder: string;
  address: readonly string[];
  validFrom: string;
  validTo: string;
}

/** Renders the file. Throws on characters other than plain Latin letters, which its fonts lack. */
export function certificatePdf(content: CertificateContent): Buffer {
  const { body, scheme, number, holder, address, validFrom, validTo } = content;
  const labelled = [
    ['Certificate number', number],
    ['Standard', scheme],
    ['Holder', holder],
    ...address.map((line) => ['', line]),
    ['Scope', 'All products of the holder'],
    ['Valid from', validFrom],
    ['Valid to', validTo],
  ];
  const table = TOP - 90;
  return pdfOf(
    [
      '0.6 w 0.55 G',
      textAt(LEFT, TOP, 15, body, 'Bold'),
      rule(TOP - 18),
      textAt(LEFT, TOP - 52, 18, 'Scope certificate: organic production', 'Bold'),
      ...labelled.flatMap(([label = '', text = ''], index) => [
        textAt(LEFT, table - index * 22, 10, label),
        textAt(LEFT + 130, table - index * 22, 10, text, 'Bold'),
      ]),
      rule(table - labelled.length * 22),
      textAt(RIGHT - 150, table - labelled.length * 22 - 60, 9.5, `For ${body}`),
      textAt(LEFT, 60, 8, 'Sample data of Godown: nobody issued this certificate.'),
    ].join('\n'),
  );
}
