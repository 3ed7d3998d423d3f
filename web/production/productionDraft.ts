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
} from '#contract/production.ts';
import { dateFaults } from '#web/form/dateFaults.ts';
import { today } from '#web/ui/today.ts';
import { numberOf } from '#web/ui/numberOf.ts';
import { materialChoice, type Material } from './MaterialField.tsx';

const productionHead = z.object({ date: z.string(), status: z.enum(productionStatuses) });
const productionLine = z.object({ key: z.int(), material: materialChoice.nullable(), quantity: z.string() });

/** What outlives a lost session. */
export const productionDraft = z.object({ head: productionHead, lines: z.array(productionLine) });

type ProductionHead = z.output<typeof productionHead>;
export type ProductionLine = z.output<typeof productionLine>;
export type ProductionDraft = z.output<typeof productionDraft>;

/** What is left of each material, by its id; of an edited production its own quantity counts as there. */
export type Balances = ReadonlyMap<number, number>;
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
function availableTo(line: ProductionLine, lines: ProductionLine[], balances: Balances): number | undefined {
  const id = line.material?.rawMaterialId;
  const balance = id === undefined ? undefined : balances.get(id);
  if (balance === undefined) return undefined;
  const before = lines.slice(0, lines.indexOf(line)).filter(({ material }) => material?.rawMaterialId === id);
  const taken = before.reduce((sum, each) => sum + (toThousandths(numberOf(each.quantity) ?? 0) ?? 0), 0);
  return fromThousandths(Math.max(0, (toThousandths(balance) ?? 0) - taken));
}

/** 'X left after this', or nothing while that cannot be said. */
export function leftAfter(line: ProductionLine, lines: ProductionLine[], balances: Balances): string | undefined {
  const available = availableTo(line, lines, balances);
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

export function faultsOf(head: ProductionHead, lines: ProductionLine[], balances: Balances): FieldMessages {
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
    const available = availableTo(line, lines, balances);
    const exceeds = available !== undefined && (numberOf(line.quantity) ?? 0) > available;
    if (exceeds) messages[`lines.${line.key}.quantity`] = productionTexts.exceedsBalanceInline(available);
  }
  return messages;
}

/** The alert of specification §5 for the first thing that is wrong, before anything is sent. */
export function alertOf(head: ProductionHead, lines: ProductionLine[], balances: Balances): string | undefined {
  const incomplete = lines.some(({ material, quantity }) => material === null || !numberOf(quantity));
  if (incomplete) return productionTexts.lineRequired;
  if (!head.date) return productionTexts.required;
  const tooMuch = lines.find((line) => {
    const available = availableTo(line, lines, balances);
    return available !== undefined && (numberOf(line.quantity) ?? 0) > available;
  });
  return tooMuch && productionTexts.exceedsBalance(tooMuch.material?.rawMaterialName ?? '');
}
