/** A production while it is written, and what is wrong with it; several lines of one material count together. */
import { z } from 'zod';
import { formatQuantityWithUnit } from '#contract/format.ts';
import { fromThousandths, toThousandths } from '#contract/numbers.ts';
import {
  productionBody,
  productionEndpoints,
  productionStatuses,
  productionTexts,
  type ProductionRecord,
  type StockRecord,
} from '#contract/production.ts';
import { dateFaults } from '#web/form/dateFaults.ts';
import { today } from '#web/ui/today.ts';
import { numberOf } from '#web/form/numberOf.ts';
import { materialChoice, type Material } from '#web/stock/MaterialField.tsx';

const productionHead = z.object({ date: z.string(), status: z.enum(productionStatuses) });
const productionLine = z.object({ key: z.int(), material: materialChoice.nullable(), quantity: z.string() });

/** What outlives a lost session. */
export const productionDraft = z.object({ head: productionHead, lines: z.array(productionLine) });

type ProductionHead = z.output<typeof productionHead>;
export type ProductionLine = z.output<typeof productionLine>;
export type ProductionDraft = z.output<typeof productionDraft>;

/** The stock of each material, by its id; of an edited production its own quantity counts as there. */
export type Stock = ReadonlyMap<number, StockRecord>;
export type FieldMessages = Record<string, string>;

export function headOf(record?: ProductionRecord): ProductionHead {
  return { date: record?.productionDate ?? today(), status: record?.status ?? 'in_progress' };
}

export function linesOf(record?: ProductionRecord): ProductionLine[] {
  return record ? [{ key: 1, material: record, quantity: String(record.quantity) }] : [];
}

export function blankLine(key: number): ProductionLine {
  return { key, material: null, quantity: '' };
}

/** The materials of the lines, each once. */
export function materialsOf(lines: ProductionLine[]): Material[] {
  const byId = new Map(lines.flatMap(({ material }) => (material ? [[material.rawMaterialId, material]] : [])));
  return [...byId.values()];
}

export function contentOf(head: ProductionHead, lines: ProductionLine[]) {
  return lines.map((line) => ({
    rawMaterialId: line.material?.rawMaterialId ?? 0,
    quantity: numberOf(line.quantity) ?? Number.NaN,
    productionDate: head.date,
    status: head.status,
  }));
}

/** What a line may take at most: the balance without what the lines before it take. Undefined until it is known. */
function availableTo(line: ProductionLine, lines: ProductionLine[], stock: Stock): number | undefined {
  const id = line.material?.rawMaterialId;
  const balance = id === undefined ? undefined : stock.get(id)?.balanceQty;
  if (balance === undefined) return undefined;
  const before = lines.slice(0, lines.indexOf(line)).filter(({ material }) => material?.rawMaterialId === id);
  const taken = before.reduce((sum, each) => sum + (toThousandths(numberOf(each.quantity) ?? 0) ?? 0), 0);
  return fromThousandths(Math.max(0, (toThousandths(balance) ?? 0) - taken));
}

/** 'X left after this', or nothing while that cannot be said. */
export function leftAfter(line: ProductionLine, lines: ProductionLine[], stock: Stock): string | undefined {
  const available = availableTo(line, lines, stock);
  if (available === undefined) return undefined;
  const quantity = numberOf(line.quantity) ?? 0;
  const left = (toThousandths(available) ?? 0) - (toThousandths(quantity) ?? 0);
  if (left < 0) return undefined;
  return `${formatQuantityWithUnit(fromThousandths(left), line.material?.unit ?? '')} left after this`;
}

const lineFields: Record<string, string> = { rawMaterialId: 'material', productionDate: 'date' };

/** 'rawMaterialId' of a line → 'lines.3.material'; date and status belong to all lines. */
export function fieldOf(name: string, line: ProductionLine | undefined): string {
  const field = lineFields[name] ?? name;
  return field === 'date' || field === 'status' ? field : `lines.${line?.key}.${field}`;
}

/** The smallest quantity of the line's material where the line is below it, with its unit. The recorded quantity of an edited production stays. */
function missedLeast(line: ProductionLine, stock: Stock, record?: ProductionRecord): string | undefined {
  const of = line.material && stock.get(line.material.rawMaterialId);
  const quantity = numberOf(line.quantity);
  if (!of || !quantity || quantity >= of.minProductionQuantity) return undefined;
  const isRecorded = record?.rawMaterialId === of.rawMaterialId && record.quantity === quantity;
  return isRecorded ? undefined : formatQuantityWithUnit(of.minProductionQuantity, of.unit);
}

function exceedsStock(line: ProductionLine, lines: ProductionLine[], stock: Stock): boolean {
  const available = availableTo(line, lines, stock);
  return available !== undefined && (numberOf(line.quantity) ?? 0) > available;
}

export function faultsOf(
  head: ProductionHead,
  lines: ProductionLine[],
  stock: Stock,
  record?: ProductionRecord,
): FieldMessages {
  const messages: FieldMessages = {};
  contentOf(head, lines).forEach((content, index) => {
    const line = lines[index];
    for (const [name, message] of Object.entries(dateFaults(productionEndpoints.create, content))) {
      messages[fieldOf(name, line)] ??= message;
    }
    const issues = productionBody.safeParse(content).error?.issues ?? [];
    for (const { path, message } of issues) messages[fieldOf(String(path[0]), line)] ??= message;
  });
  for (const line of lines) {
    const field = fieldOf('quantity', line);
    const least = missedLeast(line, stock, record);
    if (least) messages[field] = productionTexts.belowMinimumInline(least);
    const available = availableTo(line, lines, stock) ?? 0;
    if (exceedsStock(line, lines, stock)) messages[field] = productionTexts.exceedsBalanceInline(available);
  }
  return messages;
}

/** The alert of specification §5 for the first thing that is wrong, before anything is sent. */
export function alertOf(
  head: ProductionHead,
  lines: ProductionLine[],
  stock: Stock,
  record?: ProductionRecord,
): string | undefined {
  const incomplete = lines.some(({ material, quantity }) => material === null || !numberOf(quantity));
  if (incomplete) return productionTexts.lineRequired;
  if (!head.date) return productionTexts.required;
  for (const line of lines) {
    const material = line.material?.rawMaterialName ?? '';
    if (exceedsStock(line, lines, stock)) return productionTexts.exceedsBalance(material);
    const least = missedLeast(line, stock, record);
    if (least) return productionTexts.belowMinimum(material, least);
  }
  return undefined;
}
