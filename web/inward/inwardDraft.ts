/** An inward while it is written: numbers as they were typed, lines that may still be empty. */
import { z } from 'zod';
import {
  grandTotal,
  inwardEndpoints,
  inwardStatuses,
  inwardTexts,
  inwardUpdateBody,
  lineTotal,
  type InwardRecord,
} from '#contract/inward.ts';
import { choice } from '#web/list/lookup.ts';
import { materialChoice } from '#web/stock/MaterialField.tsx';
import { today } from '#web/ui/today.ts';
import { numberOf } from '#web/form/numberOf.ts';
import { dateFaults } from '#web/form/dateFaults.ts';

export type InwardWithBill = z.input<typeof inwardEndpoints.get.answer>;
export type FieldMessages = Record<string, string>;

const inwardHead = z.object({
  supplier: choice.nullable(),
  invoiceNumber: z.string(),
  inwardDate: z.string(),
  status: z.enum(inwardStatuses),
  totalGst: z.string(),
});

const inwardLine = z.object({
  key: z.int(),
  id: z.int().optional(),
  material: materialChoice.nullable(),
  quantity: z.string(),
  price: z.string(),
});

/** What outlives a lost session; the bill itself is too large for where it is kept. */
export const inwardDraft = z.object({ head: inwardHead, lines: z.array(inwardLine), hadBill: z.boolean() });

export type InwardHead = z.output<typeof inwardHead>;
export type InwardLine = z.output<typeof inwardLine>;
export type InwardDraft = z.output<typeof inwardDraft>;

export function headOf(record?: InwardRecord): InwardHead {
  if (!record) return { supplier: null, invoiceNumber: '', inwardDate: today(), status: 'notpaid', totalGst: '' };
  const { supplierId, supplierName, invoiceNumber, inwardDate, status, totalGst } = record;
  const supplier = { value: supplierId, label: supplierName };
  return { supplier, invoiceNumber, inwardDate, status, totalGst: totalGst.toFixed(2) };
}

export function linesOf(record?: InwardRecord): InwardLine[] {
  return (record?.rawMaterials ?? []).map((line, index) => ({
    key: index + 1,
    id: line.id,
    material: line,
    quantity: String(line.quantity),
    price: line.pricePerUnit.toFixed(2),
  }));
}

export function blankLine(key: number): InwardLine {
  return { key, material: null, quantity: '', price: '' };
}

/** Lines in which nothing was begun are dropped without a word. */
function begun(lines: InwardLine[]): InwardLine[] {
  return lines.filter((line) => line.material !== null || line.quantity !== '');
}

export function totalOfLine(line: InwardLine): number | undefined {
  return lineTotal(numberOf(line.quantity) ?? Number.NaN, numberOf(line.price) ?? Number.NaN);
}

export function totalsOf(lines: InwardLine[], head: InwardHead) {
  return grandTotal(
    lines.map((line) => totalOfLine(line) ?? 0),
    numberOf(head.totalGst) ?? 0,
  );
}

/**
 * What is sent, with the totals as the specification sends them, though the server computes its own. What is missing becomes
 * what no schema takes, so that the contract alone says what is wrong.
 */
export function contentOf(head: InwardHead, lines: InwardLine[]) {
  return {
    supplierId: head.supplier?.value ?? 0,
    invoiceNumber: head.invoiceNumber,
    inwardDate: head.inwardDate,
    status: head.status,
    totalGst: head.totalGst === '' ? 0 : (numberOf(head.totalGst) ?? Number.NaN),
    grandTotal: totalsOf(lines, head).subTotal,
    rawMaterials: begun(lines).map((line) => ({
      id: line.id,
      rawMaterialId: line.material?.rawMaterialId ?? 0,
      quantity: numberOf(line.quantity) ?? Number.NaN,
      pricePerUnit: numberOf(line.price) ?? Number.NaN,
      totalAmount: totalOfLine(line) ?? 0,
    })),
  };
}

const lineFields: Record<string, string> = { rawMaterialId: 'material', quantity: 'quantity', pricePerUnit: 'price' };

/** 'rawMaterials.2.quantity' → 'lines.7.quantity': a message keeps to its line, however many stand before it. */
export function fieldOf(path: string, lines: InwardLine[]): string {
  // That there is no line at all is said at the first, empty one.
  if (path === 'rawMaterials') return `lines.${lines[0]?.key}.material`;
  const [, index, field] = /^rawMaterials\.(\d+)\.(\w+)$/.exec(path) ?? [];
  if (index === undefined || field === undefined) return path;
  return `lines.${begun(lines)[Number(index)]?.key}.${lineFields[field] ?? field}`;
}

// The id isn't typed, and the bill has its own rule.
const typedFields = inwardUpdateBody.omit({ inwardId: true, billAttachment: true });

/** Everything that is wrong, by field. */
export function faultsOf(head: InwardHead, lines: InwardLine[], hasBill: boolean): FieldMessages {
  const content = contentOf(head, lines);
  const messages: FieldMessages = {
    ...(hasBill ? {} : { billAttachment: inwardTexts.billRequired }),
    ...dateFaults(inwardEndpoints.create, content),
  };
  for (const { path, message } of typedFields.safeParse(content).error?.issues ?? []) {
    messages[fieldOf(path.join('.'), lines)] ??= message;
  }
  return messages;
}

/** The alert of specification §5, before anything is sent. */
export function alertOf(lines: InwardLine[], hasBill: boolean): string | undefined {
  const valid = lines.some((line) => line.material !== null && (numberOf(line.quantity) ?? 0) > 0);
  if (!valid) return inwardTexts.noLines;
  return hasBill ? undefined : inwardTexts.billRequired;
}
