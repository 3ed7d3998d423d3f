/** Categories, products, buyers, recipes and finished goods of the sample data. */
import { adjustmentBody } from '#contract/stock/adjustments/adjustments.ts';
import { buyerBody, type BuyerRecord } from '#contract/masters/buyers.ts';
import { categoryBody, type CategoryRecord } from '#contract/masters/categories.ts';
import { dispatchBody } from '#contract/ship/dispatches.ts';
import { goodBody } from '#contract/make/goods.ts';
import { BATCH_NUMBER_PLACE, itemBody } from '#contract/stock/items/items.ts';
import { productBody, type ProductRecord } from '#contract/masters/products.ts';
import { runBody } from '#contract/make/runs.ts';
import { recipeBody } from '#contract/make/recipes.ts';
import { adjustmentDocument } from '../../stock/adjustments/actions.ts';
import { financialYear } from '../../core/calendar.ts';
import { dispatchDocument } from '../../ship/dispatches/actions.ts';
import type { Dispatch } from '../../ship/dispatches/queries.ts';
import { createFinishedGood } from '../../make/goods/actions.ts';
import type { FinishedGood } from '../../make/goods/queries.ts';
import { updateItem } from '../../stock/lots/actions.ts';
import { buyers } from '../../masters/buyers.ts';
import { categories } from '../../masters/categories.ts';
import { masterActions } from '../../core/records/crudRoutes.ts';
import { products } from '../../masters/products.ts';
import { createRun } from '../../make/production/runActions.ts';
import { recipeDocument } from '../../make/recipes/actions.ts';
import type { Write } from '../../core/records/write.ts';
import { FIRST_DAY, Created, type Book, type Entry } from './book.ts';
import { sampleGoods, scrapPriceOf, type SampleGood } from './goods.ts';
import { sampleBuyers, sampleCategories, sampleProducts, type SampleProduct } from './products.ts';
import { sampleRecipes } from './recipes.ts';

const DAYS_BETWEEN_BUYERS = 19;
const SHELF_LIFE_DAYS = 270;
const SHORT_SHELF_LIFE_DAYS = 90;
const DAYS_UNTIL_SOLD = 6;
const DAYS_UNTIL_RETURNED = 8;
const FIRST_INVOICE = 201;
const FIRST_BATCH = 8;
/** Wages in rupees of a run, which takes a day's shift. */
const RUN_CHARGES = 850;
const RUN_HOURS = 6.5;

interface Batch {
  batch: string;
  good: SampleGood;
}

/** Batch numbers count for each product on their own. */
function numbered(goods: readonly SampleGood[]): Batch[] {
  return goods.map((good, index) => {
    const before = goods.slice(0, index).filter(({ product }) => product === good.product).length;
    return { batch: `${sampleProducts[good.product].code}-${FIRST_BATCH + before}`, good };
  });
}

/** Records that later entries refer to. */
class Recorded {
  readonly categories = new Created<CategoryRecord>();
  readonly products = new Created<ProductRecord>();
  readonly buyers = new Created<BuyerRecord>();
  readonly goods = new Created<FinishedGood>();
  readonly dispatches = new Created<Dispatch>();
  readonly recipeIds = new Map<SampleGood['product'], number>();
}

function categoryEntries(book: Book, recorded: Recorded): Entry[] {
  const actions = masterActions<CategoryRecord>(categories);
  return Object.entries(sampleCategories).map(([key, sample], index) => ({
    at: book.timeOf(FIRST_DAY, 14, index * 4),
    record: async (write: Write) =>
      recorded.categories.add(key, await actions.create(write, categoryBody.parse(sample))),
  }));
}

function productEntries(book: Book, recorded: Recorded): Entry[] {
  const actions = masterActions<ProductRecord>(products);
  return Object.entries(sampleProducts).map(
    ([key, { category, code, grams, shelfLifeDays, maxGainPercent, ...sample }]: [string, SampleProduct], index) => ({
      at: book.timeOf(FIRST_DAY, 15, index * 6),
      record: async (write: Write) => {
        const { categoryId } = recorded.categories.get(category);
        const created = await actions.create(write, productBody.parse({ ...sample, categoryId }));
        recorded.products.add(key, created);
        const settings = { gramsPerUnit: grams, part: 'ingredient', balanceTolerancePercent: null, reorderLevel: null };
        const pattern = { batchPattern: `${code}-${BATCH_NUMBER_PLACE}`, shelfLifeDays, maxGainPercent };
        await updateItem(write, created.itemId, itemBody.parse({ ...settings, ...pattern }));
      },
    }),
  );
}

function buyerEntries(book: Book, recorded: Recorded): Entry[] {
  const actions = masterActions<BuyerRecord>(buyers);
  return Object.entries(sampleBuyers).map(([key, sample], index) => ({
    at: book.timeOf(FIRST_DAY - 10 - index * DAYS_BETWEEN_BUYERS, 11, index * 23),
    record: async (write: Write) => recorded.buyers.add(key, await actions.create(write, buyerBody.parse(sample))),
  }));
}

function recipeEntries(book: Book, recorded: Recorded): Entry[] {
  return sampleRecipes.map(({ product, ingredients, ...sample }, index) => ({
    at: book.timeOf(FIRST_DAY - 1, 11, index * 9),
    record: async (write: Write) => {
      const lines = ingredients.map(({ material, ...line }) => {
        return { ...line, rawMaterialId: book.materials.get(material).rawMaterialId };
      });
      const { productId } = recorded.products.get(product);
      const body = recipeBody.parse({ ...sample, productId, outputQuantity: 100, lines });
      recorded.recipeIds.set(product, (await recipeDocument.create(write, body)).recipeId);
    },
  }));
}

function goodEntries(book: Book, recorded: Recorded, batches: readonly Batch[]): Entry[] {
  return batches.map(({ batch, good }, index) => ({
    at: book.timeOf(good.daysAgo, 18, (index * 7) % 50),
    record: async (write: Write) => {
      const shelfLife = good.status === 'expired' ? SHORT_SHELF_LIFE_DAYS : SHELF_LIFE_DAYS;
      const body = {
        productId: recorded.products.get(good.product).productId,
        batchNumber: batch,
        quantity: good.quantity,
        status: good.status ?? 'available',
        manufactureDate: book.dateOf(good.daysAgo),
        expiryDate: book.dateOf(good.daysAgo - shelfLife),
      };
      recorded.goods.add(batch, await createFinishedGood(write, goodBody.parse(body), book.dateOf(good.daysAgo)));
    },
  }));
}

function runEntries(book: Book, recorded: Recorded, batches: readonly Batch[]): Entry[] {
  return batches.flatMap(({ batch, good }, index): Entry[] => {
    if (!good.run) return [];
    const { inputs, reground, loss, status = 'completed', gainReason, afterExpiryReason } = good.run;
    const record = async (write: Write) => {
      const materials = Object.entries(inputs).map(([key, quantity]) => {
        return { rawMaterialId: book.materials.get(key).rawMaterialId, quantity };
      });
      const again = reground && [{ ...recorded.goods.get(reground.batch), quantity: reground.quantity }];
      const reused = again?.map(({ productId, quantity }) => ({ productId, quantity })) ?? [];
      const created = recorded.goods.get(batch);
      const run = {
        productionDate: created.manufactureDate,
        status,
        gainReason,
        afterExpiryReason,
        recipeId: recorded.recipeIds.get(good.product),
        charges: RUN_CHARGES,
        hours: RUN_HOURS,
        inputs: [...materials, ...reused],
        outputs: [{ ...created, quantity: good.quantity }],
        losses: [{ ...loss, scrapPrice: scrapPriceOf(loss) }],
      };
      await createRun(write, runBody.parse(run));
    };
    return [{ at: book.timeOf(good.daysAgo, 19, index), record }];
  });
}

function dispatchEntries(book: Book, recorded: Recorded, batches: readonly Batch[]): Entry[] {
  const sold = batches.flatMap(({ batch, good: { soldTo, ...good } }) => (soldTo ? [{ batch, soldTo, ...good }] : []));
  return sold.flatMap(({ batch, soldTo, quantity, returned, sale, ...good }, index): Entry[] => {
    const daysAgo = good.daysAgo - DAYS_UNTIL_SOLD;
    const record = async (write: Write) => {
      const { finishedGoodId } = recorded.goods.get(batch);
      const dispatchDate = book.dateOf(daysAgo);
      const dispatch = {
        buyerId: recorded.buyers.get(soldTo).buyerId,
        dispatchDate,
        invoiceNumber: `GD/${financialYear(dispatchDate)}/${String(FIRST_INVOICE + index).padStart(4, '0')}`,
        ...sale,
        lines: [{ finishedGoodId, quantity }],
      };
      recorded.dispatches.add(batch, await dispatchDocument.create(write, dispatchBody.parse(dispatch)));
    };
    const sent: Entry = { at: book.timeOf(daysAgo, 15, index * 3), record };
    if (returned === undefined) return [sent];
    const takeBack = async (write: Write) => {
      const [line] = recorded.dispatches.get(batch).lines;
      const body = {
        kind: 'buyerReturn',
        date: book.dateOf(daysAgo - DAYS_UNTIL_RETURNED),
        reason: 'Lids not tight',
        lines: [{ dispatchLineId: line?.dispatchLineId, quantity: returned }],
      };
      await adjustmentDocument.create(write, adjustmentBody.parse(body));
    };
    return [sent, { at: book.timeOf(daysAgo - DAYS_UNTIL_RETURNED, 12, index), record: takeBack }];
  });
}

/** Products, buyers, recipes and finished goods, in order of time. */
export function finishedEntries(book: Book): Entry[] {
  const recorded = new Recorded();
  const batches = numbered(sampleGoods);
  return [
    ...categoryEntries(book, recorded),
    ...productEntries(book, recorded),
    ...buyerEntries(book, recorded),
    ...recipeEntries(book, recorded),
    ...goodEntries(book, recorded, batches),
    ...runEntries(book, recorded, batches),
    ...dispatchEntries(book, recorded, batches),
  ];
}
