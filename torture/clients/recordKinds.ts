/** Every kind of record that can be added: its path, the name of its id, and fields that no other record has. */
import type { SeededRandom } from '#server/seed/seededRandom.ts';
import { addInward, addMaterial, addSupplier, inwardFields, supplierFields } from '#test/factories.ts';
import { type Caller, expectStatus, type Json, sureCaller } from './caller.ts';
import { personFields } from './people.ts';

export interface RecordKind {
  /** Where it is added, and where they are listed. */
  path: string;
  listPath: string;
  idName: string;
  /** Where one is changed; without it, the kind is left out of edits. */
  editPath?: (id: number) => string;
  /** How one is looked at, where that isn't at the path of its edits. */
  find?: (call: Caller, id: number) => Promise<Json>;
  fields(random: SeededRandom): object;
  /** Adding it takes long, since a password is hashed. */
  isSlow?: boolean;
}

/** Stock for everything that is added in one run. */
const PLENTY = 9_000_000;

let count = 0;

/** Every kind of record, over records that are added here for them to refer to. */
export async function prepareKinds(call: Caller): Promise<RecordKind[]> {
  const sure = sureCaller(call);
  const supplierId = await addSupplier(sure);
  const materialId = await addMaterial(sure);
  await addInward(sure, supplierId, [[materialId, PLENTY]]);
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
      path: '/Auth/register',
      listPath: '/Auth/users',
      idName: 'userId',
      editPath: (id) => `/Auth/edit-user/${id}`,
      find: async (by, id) => {
        const users: Json[] = await expectStatus(200, by('GET', '/Auth/users'));
        return users.find((user) => user.userId === id);
      },
      isSlow: true,
      fields: () => personFields(`person${(count += 1)}@example.in`, 'user', { fullName: name() }),
    },
  ];
}

/** A kind at random. */
export function pickKind(kinds: readonly RecordKind[], random: SeededRandom): RecordKind {
  const kind = random.pick(kinds);
  return kind.isSlow === true && !random.chance(0.2) ? pickKind(kinds, random) : kind;
}
