/** Every kind of record that can be added: path, id field, and unique fields. */
import type { SeededRandom } from '#seed/seededRandom.ts';
import { addInward, addMaterial, addSupplier, inwardFields, supplierFields } from '#test/factories.ts';
import { type Caller, expectStatus, type Json, sureCaller } from './caller.ts';
import { personFields } from './people.ts';

export interface RecordKind {
  /** The path of its POST and of its list. */
  path: string;
  listPath: string;
  idName: string;
  /** The path of its PUT; without it, the kind isn't edited. */
  editPath?: (id: number) => string;
  /** Reads one, where no GET is at `editPath`. */
  find?: (call: Caller, id: number) => Promise<Json>;
  fields(random: SeededRandom): object;
  /** Records of other lists that are added with it, by the path of their list. */
  addsTo?: Readonly<Record<string, (record: Json) => number[]>>;
  /** Adding it is slow: it hashes a password. */
  isSlow?: boolean;
}

/** Stock for everything that is added in one run. */
const PLENTY = 9_000_000;

let count = 0;

/** Every kind of record, and the records that they refer to. */
export async function prepareKinds(call: Caller): Promise<RecordKind[]> {
  const sure = sureCaller(call);
  const supplierId = await addSupplier(sure);
  const materialId = await addMaterial(sure);
  const { rawMaterials: bought } = await addInward(sure, supplierId, [[materialId, PLENTY]]);
  const { categoryId } = await expectStatus(201, call('POST', '/Categories', { name: 'Tea', status: 1 }));
  const pouch = { name: 'Lemongrass tea', categoryId, price: 185.5, unit: 'pouch' };
  const { productId } = await expectStatus(201, call('POST', '/products', pouch));
  const name = () => `Nr. ${(count += 1)}`;
  const kind = (path: string, idName: string, fields: (random: SeededRandom) => object): RecordKind => ({
    path,
    listPath: path,
    idName,
    editPath: (id) => `${path}/${id}`,
    fields,
  });
  const madeId = (await expectStatus(201, call('POST', '/products', { ...pouch, name: 'Mint tea' }))).productId;
  const { buyerId } = await expectStatus(
    201,
    call('POST', '/buyers', { name: name(), phone: '9811111112', status: 1 }),
  );
  const batch = { productId, batchNumber: name(), quantity: PLENTY / 2, status: 'available' };
  const { finishedGoodId } = await expectStatus(201, call('POST', '/goods', batch));
  const lots: Json[] = await expectStatus(200, call('GET', '/lots'));
  const materialLots = lots.filter((lot) => lot.rawMaterialId === materialId);
  const amount = (random: SeededRandom) => random.whole(1, 9000) / 1000;
  /** A run of two inputs that makes a batch. */
  const run = (random: SeededRandom) => ({
    productionDate: `2026-11-${random.whole(10, 20)}`,
    status: 'in_progress',
    inputs: [
      { rawMaterialId: materialId, quantity: amount(random) },
      { productId, quantity: amount(random) },
    ],
    outputs: [{ productId: madeId, batchNumber: name(), quantity: random.whole(1, 500) }],
    losses: [{ reason: 'Dust', grams: amount(random) }],
  });
  const dispatch = (random: SeededRandom) => ({
    buyerId,
    dispatchDate: `2026-11-${random.whole(10, 20)}`,
    invoiceNumber: name(),
    lines: [{ finishedGoodId, quantity: amount(random) }],
  });
  const adjustment = (random: SeededRandom) => ({ date: `2026-11-${random.whole(10, 20)}`, reason: name() });
  const opening = (random: SeededRandom) => ({
    ...adjustment(random),
    kind: 'opening',
    lines: [{ rawMaterialId: materialId, quantity: amount(random), pricePerUnit: 10 }],
  });
  const writeOff = (random: SeededRandom) => ({
    ...adjustment(random),
    kind: 'writeOff',
    lines: [{ lotId: random.pick(materialLots).lotId, quantity: amount(random) }],
  });
  const recipe = (random: SeededRandom) => ({
    productId: madeId,
    outputQuantity: random.whole(1, 500),
    lines: [{ rawMaterialId: materialId, quantity: amount(random), plannedLossPercent: 1 }],
  });
  const certificate = (random: SeededRandom) => ({
    holder: 'supplier',
    supplierId,
    scheme: random.pick(['NPOP', 'PGS-India']),
    number: name(),
    validFrom: '2026-04-01',
    validTo: `2027-03-${random.whole(10, 31)}`,
    allItems: true,
  });
  const certificationBody = (random: SeededRandom) => ({
    name: name(),
    suspensions: [{ scheme: 'EU', from: `2026-05-${random.whole(10, 31)}`, until: null }],
  });
  const transactionCertificate = (random: SeededRandom) => ({
    direction: 'purchase',
    supplierId,
    scheme: random.pick(['NPOP', 'EU']),
    number: name(),
    status: 'issued',
    issuedOn: `2026-11-${random.whole(10, 20)}`,
    lines: [{ lineId: bought[0].id, quantity: amount(random) }],
  });
  const production = (random: SeededRandom) => ({
    rawMaterialId: materialId,
    quantity: random.whole(1, 9000) / 1000,
    productionDate: `2026-11-${random.whole(10, 20)}`,
  });
  return [
    kind('/suppliers', 'supplierId', () => supplierFields()),
    kind('/buyers', 'buyerId', () => ({ name: name(), phone: '9811111112', status: 1 })),
    kind('/Categories', 'categoryId', () => ({ name: name(), status: 1 })),
    kind('/materials', 'rawMaterialId', () => ({ name: name(), unit: 'kg' })),
    kind('/products', 'productId', () => ({ ...pouch, name: name() })),
    kind('/goods', 'finishedGoodId', (random) => ({
      productId,
      batchNumber: name(),
      quantity: random.whole(1, 500),
      status: 'available',
    })),
    kind('/inward', 'inwardId', (random) => inwardFields(supplierId, [[materialId, random.whole(1, 9000) / 1000]])),
    kind('/Production', 'productionId', production),
    {
      path: '/Production/create-multiple',
      listPath: '/Production',
      idName: 'productionId',
      fields: (random) => [production(random), production(random)],
    },
    {
      ...kind('/production-runs', 'runId', run),
      // A production that is recorded by itself has a run too, which its answer lacks.
      listPath: `/production-runs?productId=${madeId}`,
      addsTo: {
        '/Production': ({ inputs }) =>
          inputs.flatMap((input: Json) => (input.rawMaterialId === null ? [] : [Number(input.productionId)])),
        '/goods': ({ outputs }) => outputs.map((output: Json) => Number(output.finishedGoodId)),
      },
    },
    kind('/dispatches', 'dispatchId', dispatch),
    kind('/adjustments', 'adjustmentId', opening),
    kind('/adjustments', 'adjustmentId', writeOff),
    kind('/recipes', 'recipeId', recipe),
    kind('/certificates', 'certificateId', certificate),
    kind('/certification-bodies', 'certificationBodyId', certificationBody),
    kind('/transaction-certificates', 'transactionCertificateId', transactionCertificate),
    {
      ...kind('/Auth/register', 'userId', () => personFields(`person${(count += 1)}@example.in`)),
      listPath: '/Auth/users',
      editPath: (id) => `/Auth/edit-user/${id}`,
      find: async (by, id) => {
        const users: Json[] = await expectStatus(200, by('GET', '/Auth/users'));
        return users.find((user) => user.userId === id);
      },
      isSlow: true,
    },
  ];
}

export function pickKind(kinds: readonly RecordKind[], random: SeededRandom): RecordKind {
  const kind = random.pick(kinds);
  return kind.isSlow === true && !random.chance(0.2) ? pickKind(kinds, random) : kind;
}
