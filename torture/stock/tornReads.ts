/** Attack 19: people change all of an inward or a production at once, again and again, while others read it. */
import { dataUrl, inwardFields, pdf, addInward, addMaterial, addProduction, addSupplier } from '#test/factories.ts';
import { type Caller, commonServers, expectStatus, type Json, sureCaller } from '../clients/caller.ts';
import type { Attack } from '../runner/attack.ts';

const INWARDS = 4;
const PRODUCTIONS = 4;
const READERS_PER_PATH = 2;
/** 10 units each, so that a production takes from several. */
const LOTS = 100;

/** An inward after a change of that number: in its invoice number, its bill, the number of its lines and each of them. */
function inwardOf(change: number, supplierId: number, materialId: number) {
  const lines = Array.from({ length: 1 + (change % 3) }, (): [number, number] => [materialId, change]);
  const billAttachment = dataUrl(Buffer.concat([pdf, Buffer.from(`change ${change}`)]));
  return inwardFields(supplierId, lines, { invoiceNumber: `change ${change}`, billAttachment });
}

/** Fields of an inward that belong to another change than its invoice number. */
function tornInward({ invoiceNumber, rawMaterials, billAttachment }: Json): string[] {
  const change = Number(String(invoiceNumber).replace('change ', ''));
  const quantities = rawMaterials.map((line: Json) => line.quantity).join();
  const expected = Array(1 + (change % 3))
    .fill(change)
    .join();
  const faults = quantities === expected ? [] : [`${invoiceNumber} has lines of ${quantities}`];
  if (typeof billAttachment !== 'string') return faults;
  const bill = Buffer.from(billAttachment.split(',')[1] ?? '', 'base64').toString();
  return bill.endsWith(invoiceNumber) ? faults : [...faults, `${invoiceNumber} has the bill of ${bill.slice(-12)}`];
}

function tornProduction({ quantity, lots }: Json): string[] {
  const taken = lots.reduce((sum: number, lot: Json) => sum + Math.round(lot.quantity * 1000), 0);
  return taken === Math.round(quantity * 1000) ? [] : [`of ${quantity} it takes ${taken / 1000} from lots`];
}

const reads: readonly [path: string, figure: string, torn: (answer: Json) => string[]][] = [
  ['/inward/{inward}', 'torn inwards', tornInward],
  ['/inward/get-all-with-rawmaterials', 'torn lists', (inwards) => inwards.flatMap(tornInward)],
  ['/inward/get-all-with-rawmaterials?page=1', 'torn lists', (inwards) => inwards.flatMap(tornInward)],
  ['/Production/{production}', 'torn productions', tornProduction],
];

export const tornReads: Attack = {
  name: 'tornReads',
  promise: 'What is answered from more than one table is of one moment.',
  unit: 'reads',
  rounds: { long: 20_000, short: 25 },
  broken: {
    'each statement of a read sees what is there by then': [
      [
        'server/core/db/snapshot.ts',
        'return await retrying(async () => await transaction.execute(read));',
        'return await read(db);',
      ],
    ],
  },
  async run(context) {
    const { random, found } = context;
    const { calls, call } = await commonServers(context);
    const sure = sureCaller(call);
    const supplierId = await addSupplier(sure);
    const [read, consumed] = [await addMaterial(sure), await addMaterial(sure)];
    const lots = Array.from({ length: LOTS }, (): [number, number] => [consumed, 10]);
    await addInward(sure, supplierId, lots);
    const productions: number[] = [];
    while (productions.length < PRODUCTIONS) productions.push(await addProduction(sure, consumed, 1));
    const inwards: number[] = [];
    while (inwards.length < INWARDS) {
      inwards.push((await expectStatus(201, call('POST', '/inward', inwardOf(1, supplierId, read)))).inwardId);
    }
    const isOfRace = (record: Json) => record.inwardId === undefined || inwards.includes(record.inwardId);
    const readOn = async (reader: Caller, [template, figure, torn]: (typeof reads)[number]) => {
      while (context.goesOn()) {
        context.countRound();
        const [inward, production] = [random.pick(inwards), random.pick(productions)];
        const path = template.replace('{inward}', String(inward)).replace('{production}', String(production));
        const json: Json = await expectStatus(200, reader('GET', path));
        const faults = torn(Array.isArray(json) ? json.filter(isOfRace) : json);
        found.add(figure, faults.length > 0 ? [`GET ${path}: ${faults.join(', ')}`] : []);
      }
    };
    const change = async (path: string, fields: (change: number) => object) => {
      for (let number = 2; context.goesOn(); number += 1) {
        await expectStatus(200, random.pick(calls)('PUT', path, fields(number)));
        found.count('changes');
      }
    };
    await Promise.all([
      ...reads.flatMap((each) => Array.from({ length: READERS_PER_PATH }, () => readOn(random.pick(calls), each))),
      ...inwards.map((inwardId) =>
        change(`/inward/${inwardId}`, (number) => ({ inwardId, ...inwardOf(number, supplierId, read) })),
      ),
      ...productions.map((productionId) =>
        change(`/Production/${productionId}`, (number) => ({
          productionId,
          rawMaterialId: consumed,
          quantity: 1 + ((number * 37) % 200),
          productionDate: '2026-11-10',
          status: 'in_progress',
        })),
      ),
    ]);
  },
};
