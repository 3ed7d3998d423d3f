/** A product in a form, with what is in stock of it; where it is asked for, found by the number of a batch too. */
import { formatQuantityWithUnit } from '#contract/format.ts';
import { itemEndpoints, type ItemRecord } from '#contract/items.ts';
import { lotEndpoints, lotStateLabels, type LotRecord } from '#contract/lots.ts';
import { callList } from '#web/api/client.ts';
import { LookupField } from '#web/lookup/LookupField.tsx';

/** A chosen product, with the batch that it was found by. */
export type ProductChoice = Pick<ItemRecord, 'itemId' | 'productId' | 'name' | 'unit' | 'onHandQty'> & {
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
      placeholder="Type to search"
      {...input}
      creates="products"
      isMade={(row, _kind, id) => row.productId === id}
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

function hintOf({ name, onHandQty, unit, batch }: ProductChoice): string {
  const stock = formatQuantityWithUnit(onHandQty, unit);
  if (!batch) return stock;
  return [name, batch.state === 'released' ? stock : lotStateLabels[batch.state].toLowerCase()].join(' · ');
}

const MOST_BATCHES = 50;

/** The batches whose number has the text, also those of which nothing is left. */
async function findBatches(search: string, signal: AbortSignal): Promise<ProductChoice[]> {
  const query = { search, sort: 'code', order: 'asc', page: 1, pageSize: MOST_BATCHES } as const;
  const { rows } = await callList(lotEndpoints.list, { query, signal });
  // The list also finds lots by their item, supplier and the supplier's number.
  const isCalledSo = ({ code }: LotRecord) => code.toLowerCase().includes(search.toLowerCase());
  return rows
    .filter((lot) => lot.productId !== null && isCalledSo(lot))
    .map((lot) => ({ ...lot, name: lot.itemName, batch: lot }));
}
