/** One of everything that can be added: its path, what its id is called, and fields that no other has. */
import type { Dice } from '#server/seed/dice.ts';
import { addInward, addMaterial, addSupplier, inwardFields, supplierFields } from '#test/factories.ts';
import { type Answer, type Caller, expectStatus, sureCaller } from './caller.ts';

export interface RecordKind {
  /** Where it is added, and where they are listed. */
  path: string;
  listPath: string;
  idName: string;
  /** Where one is changed; without it, the kind is left out of edits. */
  editPath?: (id: number) => string;
  /** How one is looked at, where that isn't at the path of its edits. */
  find?: (call: Caller, id: number) => Promise<Answer['json']>;
  fields(dice: Dice): object;
  /** How much less often than the others it is added: hashing a password takes long. */
  isRare?: boolean;
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
  const category = await expectStatus(201, call('POST', '/Categories', { name: 'Tea', status: 1 }));
  const { categoryId } = category;
  const pouch = { name: 'Lemongrass tea', categoryId, price: 185.5, unit: 'pouch' };
  const { productId } = await expectStatus(201, call('POST', '/products', pouch));
  const name = () => `Nr. ${(count += 1)}`;
  const master = (path: string, idName: string, fields: (dice: Dice) => object): RecordKind => ({
    path,
    listPath: path,
    idName,
    editPath: (id) => `${path}/${id}`,
    fields,
  });
  const production = (dice: Dice) => ({
    rawMaterialId: materialId,
    quantity: dice.whole(1, 9000) / 1000,
    productionDate: `2026-11-${dice.whole(10, 20)}`,
  });
  return [
    master('/suppliers', 'supplierId', () => supplierFields()),
    master('/buyers', 'buyerId', () => ({ name: name(), phone: '9811111112', status: 1 })),
    master('/Categories', 'categoryId', () => ({ name: name(), status: 1 })),
    master('/materials', 'rawMaterialId', () => ({ name: name(), unit: 'kg' })),
    master('/products', 'productId', () => ({ ...pouch, name: name() })),
    master('/goods', 'finishedGoodId', (dice) => ({ productId, batchNumber: name(), quantity: dice.whole(1, 500) })),
    master('/inward', 'inwardId', (dice) => inwardFields(supplierId, [[materialId, dice.whole(1, 9000) / 1000]])),
    master('/Production', 'productionId', production),
    {
      path: '/Production/create-multiple',
      listPath: '/Production',
      idName: 'productionId',
      fields: (dice) => [production(dice), production(dice)],
    },
    {
      path: '/Auth/register',
      listPath: '/Auth/users',
      idName: 'userId',
      editPath: (id) => `/Auth/edit-user/${id}`,
      find: async (by, id) => {
        const users: Answer['json'][] = await expectStatus(200, by('GET', '/Auth/users'));
        return users.find((user) => user.userId === id);
      },
      isRare: true,
      fields: () => ({
        fullName: name(),
        email: `person${(count += 1)}@example.in`,
        phone: '9876543210',
        userRole: 'user',
        password: 'correct horse battery',
      }),
    },
  ];
}

/** A kind by chance. */
export function pickKind(kinds: readonly RecordKind[], dice: Dice): RecordKind {
  const kind = dice.pick(kinds);
  return kind.isRare === true && !dice.chance(0.2) ? pickKind(kinds, dice) : kind;
}
