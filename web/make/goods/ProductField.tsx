/** A product field, with its stock; optionally also searched by batch number. */
import { limits } from '#contract/core/fields.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { goodEndpoints } from '#contract/make/goods.ts';
import { itemEndpoints, type ItemRecord } from '#contract/stock/items/items.ts';
import { onHandText } from '#contract/stock/items/materialStock.ts';
import { lotEndpoints, type LotRecord } from '#contract/stock/lots/lots.ts';
import { lotStateLabels } from '#contract/stock/lots/lotTexts.ts';
import { call, callList } from '#web/core/api/client.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';

/** A chosen product, with the batch whose number matched. */
type ProductChoice = Pick<ItemRecord, 'itemId' | 'productId' | 'name' | 'unit' | 'onHandQty'> & {
  /** Undefined for a batch, which is on hold as a whole or not. */
  onHoldQty?: number;
  batch?: LotRecord;
};

interface ProductFieldProps {
  label: string;
  product: { itemId: number; itemName: string } | null;
  onChoose: (item: ProductChoice) => void;
  /** Whether the number of a batch, as on its label, finds the product too. */
  findsBatches?: boolean;
  onBlur?: () => void;
  error?: string;
  required?: boolean;
  placeholder?: string;
  classNames?: { label?: string };
  'data-path'?: string;
  'data-autofocus'?: boolean;
}

export function ProductField({ product, findsBatches = false, ...input }: ProductFieldProps) {
  return (
    <LookupField<ProductChoice>
      {...input}
      creates="products"
      isCreated={(row, _kind, id) => row.productId === id}
      endpoint={itemEndpoints.list}
      filters={onlyProducts}
      sort="name"
      alsoFinds={findsBatches ? findBatches : undefined}
      toChoice={({ itemId, name, batch }) => ({ value: itemId, label: batch?.code ?? name })}
      hint={hintOf}
      chosen={product && { value: product.itemId, label: product.itemName }}
    />
  );
}

const onlyProducts = { kind: 'product' };

function hintOf({ name, onHandQty, onHoldQty = 0, unit, batch }: ProductChoice): string {
  if (!batch) return onHandText(onHandQty, onHoldQty, unit);
  const stock = formatQuantityWithUnit(onHandQty, unit);
  return [name, batch.state === 'released' ? stock : lotStateLabels[batch.state].toLowerCase()].join(' · ');
}

const MAX_BATCHES = 50;

/** The batch that has exactly this number. */
async function findBatch(batchNumber: string, signal: AbortSignal): Promise<LotRecord[]> {
  const { batch } = await call(goodEndpoints.batchNumberUse, { query: { batchNumber }, signal });
  if (!batch) return [];
  const { lotId } = await call(goodEndpoints.get, { params: { id: batch.finishedGoodId }, signal });
  return [await call(lotEndpoints.get, { params: { id: lotId }, signal })];
}

/** The batches whose number has the text, also those of which nothing is left. */
async function findBatches(search: string, signal: AbortSignal): Promise<ProductChoice[]> {
  const query = { search, sort: 'code', order: 'asc', page: 1, pageSize: MAX_BATCHES } as const;
  const { rows, total } = await callList(lotEndpoints.list, { query, signal });
  // The list finds lots by their item and supplier too: among many, the one that is meant may be missing.
  const isLong = search.length > limits.code;
  const isMissing =
    !isLong && total > rows.length && !rows.some(({ code }) => code.toLowerCase() === search.toLowerCase());
  const lots = [...(isMissing ? await findBatch(search, signal) : []), ...rows];
  return lots
    .filter(({ productId, code }) => productId !== null && code.toLowerCase().includes(search.toLowerCase()))
    .map((lot) => ({ ...lot, name: lot.itemName, batch: lot }));
}
