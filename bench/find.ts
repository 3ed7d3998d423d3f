/** Response time of the command menu, for every kind, on the largest database. */
import { z } from 'zod';
import { type Godown, withGodown } from './godown.ts';
import { type Bench, compare, type Finding, percentile, timesOf } from './measuring.ts';

const FIND_MS = 50;
const SAMPLE = 40;

const lots = z.array(z.object({ code: z.string() }));
const inwards = z.array(z.object({ invoiceNumber: z.string(), grandTotal: z.number() }));
const suppliers = z.array(z.object({ name: z.string(), phone: z.string() }));

/** Typical search terms: parts of codes, numbers, names and phones, and amounts; also two letters of each. */
async function termsOf({ get }: Godown): Promise<string[]> {
  const page = `?page=3&pageSize=${SAMPLE}`;
  const codes = lots.parse(await get(`/lots${page}`)).map(({ code }) => code);
  const numbers = inwards.parse(await get(`/inward${page}`));
  const people = suppliers.parse(await get(`/suppliers${page}`));
  const words = [
    ...codes,
    ...numbers.map(({ invoiceNumber }) => invoiceNumber),
    ...people.map(({ name }) => name),
  ].flatMap((word) => [word, word.slice(-5), word.slice(1, 5), word.slice(0, 2)]);
  return [
    ...words,
    ...numbers.map(({ grandTotal }) => grandTotal.toFixed(2)),
    ...people.map(({ phone }) => phone.slice(-6)),
  ];
}

/** Measures one request after the other, each for another term. */
export async function measureFinding({ largest, pace }: Bench): Promise<Finding[]> {
  const what = 'The command menu finds records of every kind: 99 of 100 terms within';
  console.log(`Measuring: ${what} …`);
  return await withGodown(largest, async (godown) => {
    const terms = await termsOf(godown);
    let next = 0;
    const find = async () => {
      const term = terms[(next += 1) % terms.length] ?? '';
      return await godown.get(`/find?search=${encodeURIComponent(term)}`);
    };
    const { figure } = await compare(
      pace,
      async (seconds) => percentile(await timesOf(find, seconds), 0.99),
      async () => await Promise.resolve(FIND_MS),
    );
    return [{ what, unit: 'ms', figure, limitWhat: 'set', limit: FIND_MS, must: { atMost: 1 } }];
  });
}
