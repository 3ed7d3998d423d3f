/** The texts of the masters' calls: the same five of each, with what is special about it. */
import { masters, type MasterResource } from '../resources.ts';
import type { CallText, CallTexts } from './callText.ts';

type MasterCall = 'list' | 'get' | 'create' | 'update' | 'remove';

interface MasterWords {
  tag: CallText['tag'];
  /** One record and several, as generated clients call them. */
  one: string;
  many: string;
  /** Where a search looks. */
  searched: string;
  /** What adding and changing must know. */
  saving?: string;
  /** What keeps a record from being deleted. */
  heldBy?: string;
}

function textsOf(
  { noun }: MasterResource,
  { tag, one, many, searched, saving, heldBy }: MasterWords,
): CallTexts<Record<MasterCall, unknown>> {
  const note = saving === undefined ? {} : { description: saving };
  const held = heldBy === undefined ? '' : ` Refused with a 409 while ${heldBy}.`;
  return {
    list: {
      operationId: `list${many}`,
      tag,
      summary: `List ${tag.toLowerCase()}`,
      description: `\`search\` looks in ${searched}.`,
    },
    get: { operationId: `get${one}`, tag, summary: `Read one ${noun}` },
    create: { operationId: `create${one}`, tag, summary: `Add a ${noun}`, ...note },
    update: { operationId: `update${one}`, tag, summary: `Change a ${noun}`, ...note },
    remove: {
      operationId: `delete${one}`,
      tag,
      summary: `Delete a ${noun}`,
      description: `Its history stays.${held}`,
    },
  };
}

export const supplierCallTexts = textsOf(masters.suppliers, {
  tag: 'Suppliers',
  one: 'Supplier',
  many: 'Suppliers',
  searched: 'name, email and phone',
  heldBy: 'an inward names it',
});

export const buyerCallTexts = textsOf(masters.buyers, {
  tag: 'Buyers',
  one: 'Buyer',
  many: 'Buyers',
  searched: 'name, email and phone',
});

export const categoryCallTexts = textsOf(masters.categories, {
  tag: 'Categories',
  one: 'Category',
  many: 'Categories',
  searched: 'name and description',
  heldBy: 'a product or a raw material is in it',
});

export const productCallTexts = textsOf(masters.products, {
  tag: 'Products',
  one: 'Product',
  many: 'Products',
  searched: 'name, description, unit and the name of the category',
  saving: 'The price is in rupees for one unit. Another unit is refused with a 409 while there are finished goods.',
  heldBy: 'there are finished goods of it',
});

export const materialCallTexts = textsOf(masters.materials, {
  tag: 'Raw materials',
  one: 'RawMaterial',
  many: 'RawMaterials',
  searched: 'name, description and unit',
  saving:
    'All quantities of the raw material are in its unit. Once stock was recorded in it, another unit is refused with a 409. Production takes no less than `minProductionQuantity` at once: 1 unless something else is sent. A change without it, or without `categoryId`, keeps it.',
  heldBy: 'an inward names it',
});

export const goodMasterCallTexts = textsOf(masters.goods, {
  tag: 'Finished goods',
  one: 'FinishedGood',
  many: 'FinishedGoods',
  searched: 'batch number, name of the product and status',
  saving:
    'The quantity is in units of the product. A batch number that reads like that of another finished good, in small or capital letters, is refused with a 409. A batch that is not sold reads as expired once its expiry date is past.',
});
