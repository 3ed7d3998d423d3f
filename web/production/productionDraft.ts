/** The form values of a production and their validation; lines of the same material share its balance. */
import type { FormErrors } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { formatQuantityWithUnit } from '#contract/format.ts';
import { fromThousandths, toThousandths } from '#contract/numbers.ts';
import {
  productionEndpoints,
  productionStatuses,
  productionTexts,
  type ProductionRecord,
  type StockRecord,
} from '#contract/production.ts';
import { contractFaults } from '#web/form/contractFaults.ts';
import { today } from '#web/ui/today.ts';
import { numberOf } from '#web/form/numberOf.ts';
import { materialChoice, type Material } from '#web/stock/MaterialField.tsx';
import { availableOf } from '#web/stock/balance.ts';

const productionLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  rawMaterialId: materialChoice.nullable(),
  quantity: z.string(),
});

/** The form values, which are also the draft; date and status apply to all lines. */
export const productionDraft = z.object({
  productionDate: z.string(),
  status: z.enum(productionStatuses),
  lines: z.array(productionLine),
});

export type ProductionLine = z.output<typeof productionLine>;
export type ProductionDraft = z.output<typeof productionDraft>;

/** The stock by material id; an edited production's own quantity counts as available. */
export type Stock = ReadonlyMap<number, StockRecord>;

export function blankLine(): ProductionLine {
  return { key: randomId(), rawMaterialId: null, quantity: '' };
}

export function valuesOf(record?: ProductionRecord): ProductionDraft {
  return {
    productionDate: record?.productionDate ?? today(),
    status: record?.status ?? 'in_progress',
    lines: [record ? { ...blankLine(), rawMaterialId: record, quantity: String(record.quantity) } : blankLine()],
  };
}

/** The distinct materials of the lines. */
export function materialsOf(lines: ProductionLine[]): Material[] {
  const materials = lines.flatMap(({ rawMaterialId: material }) => material ?? []);
  return [...new Map(materials.map((material) => [material.rawMaterialId, material])).values()];
}

export function contentOf({ productionDate, status, lines }: ProductionDraft) {
  return lines.map((line) => ({
    rawMaterialId: line.rawMaterialId?.rawMaterialId ?? 0,
    quantity: numberOf(line.quantity) ?? Number.NaN,
    productionDate,
    status,
  }));
}

/** What production may take, less the preceding lines of the same material; undefined while it is loading. */
function availableTo(line: ProductionLine, lines: ProductionLine[], stock: Stock): number | undefined {
  const id = line.rawMaterialId?.rawMaterialId;
  const row = id === undefined ? undefined : stock.get(id);
  if (row === undefined) return undefined;
  const before = lines.slice(0, lines.indexOf(line)).filter((each) => each.rawMaterialId?.rawMaterialId === id);
  const taken = before.reduce((sum, each) => sum + (toThousandths(numberOf(each.quantity) ?? 0) ?? 0), 0);
  return fromThousandths(Math.max(0, (toThousandths(availableOf(row)) ?? 0) - taken));
}

/** Stock while a production is edited: what it took is available again. */
export function withOwnQuantity(stock: Stock, record?: ProductionRecord): Stock {
  const own = record && stock.get(record.rawMaterialId);
  if (!own) return stock;
  const balance = (toThousandths(own.balanceQty) ?? 0) + (toThousandths(record.quantity) ?? 0);
  return new Map([...stock, [record.rawMaterialId, { ...own, balanceQty: fromThousandths(balance) }]]);
}

/** 'X left after this', or undefined while unknown or negative. */
export function leftAfter(line: ProductionLine, lines: ProductionLine[], stock: Stock): string | undefined {
  const available = availableTo(line, lines, stock);
  if (available === undefined) return undefined;
  const quantity = numberOf(line.quantity) ?? 0;
  const left = (toThousandths(available) ?? 0) - (toThousandths(quantity) ?? 0);
  if (left < 0) return undefined;
  return `${formatQuantityWithUnit(fromThousandths(left), line.rawMaterialId?.unit ?? '')} left after this`;
}

/** Maps a field path of the body to the form: '1.quantity' of several records, 'quantity' of one. */
export function fieldOf(path: string): string {
  const [name = '', index = '0'] = path.split('.').toReversed();
  return name === 'productionDate' || name === 'status' ? name : `lines.${index}.${name}`;
}

/** Why the stock does not allow a line's quantity. */
type StockFault = { code: 'exceedsBalance'; available: number } | { code: 'belowMinimum'; least: string };

/** An edited production may keep a quantity that is below the minimum now. */
export function stockFaultOf(
  line: ProductionLine,
  lines: ProductionLine[],
  stock: Stock,
  record?: ProductionRecord,
): StockFault | undefined {
  const available = availableTo(line, lines, stock);
  const quantity = numberOf(line.quantity);
  if (available !== undefined && (quantity ?? 0) > available) return { code: 'exceedsBalance', available };
  const of = line.rawMaterialId && stock.get(line.rawMaterialId.rawMaterialId);
  if (!of || !quantity || quantity >= of.minProductionQuantity) return undefined;
  const isRecorded = record?.rawMaterialId === of.rawMaterialId && record.quantity === quantity;
  return isRecorded
    ? undefined
    : { code: 'belowMinimum', least: formatQuantityWithUnit(of.minProductionQuantity, of.unit) };
}

/** The error text at the field. */
export function inlineText(fault: StockFault): string {
  return fault.code === 'exceedsBalance'
    ? productionTexts.exceedsBalanceInline(fault.available)
    : productionTexts.belowMinimumInline(fault.least);
}

function alertText(fault: StockFault, material: string): string {
  return fault.code === 'exceedsBalance'
    ? productionTexts.exceedsBalance(material)
    : productionTexts.belowMinimum(material, fault.least);
}

/** All errors by the body's field paths, except exceedsBalance: it depends on the other lines, so its row computes it. */
export function faultsOf(values: ProductionDraft, stock: Stock, record?: ProductionRecord): FormErrors {
  const tooLittle = values.lines.flatMap((line, index) => {
    const fault = stockFaultOf(line, values.lines, stock, record);
    return fault?.code === 'belowMinimum' ? [[`${index}.quantity`, inlineText(fault)]] : [];
  });
  return { ...contractFaults(productionEndpoints.createMany, contentOf(values)), ...Object.fromEntries(tooLittle) };
}

/** The alert of specification §5 for the first error. */
export function alertOf(values: ProductionDraft, stock: Stock, record?: ProductionRecord): string | undefined {
  const { productionDate, lines } = values;
  const incomplete = lines.some(({ rawMaterialId, quantity }) => rawMaterialId === null || !numberOf(quantity));
  if (incomplete) return productionTexts.lineRequired;
  if (!productionDate) return productionTexts.required;
  for (const line of lines) {
    const fault = stockFaultOf(line, lines, stock, record);
    if (fault) return alertText(fault, line.rawMaterialId?.rawMaterialName ?? '');
  }
  return undefined;
}
