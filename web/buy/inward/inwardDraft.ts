/** Unsaved form values of an inward, as stored on the device: numbers as typed text, lines that may be blank. */
import { z } from 'zod';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { inwardStatuses } from '#contract/documentStatus.ts';
import { claims } from '#contract/stock/stock.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { materialChoice } from '#web/stock/parts/materialChoice.ts';
import { attachment, type Attachment } from '#web/core/form/files/readAttachment.ts';

/** An inward in its form; values that an older version stored on the device have no `activeContent`. */
export const inwardWithBill = inwardEndpoints.get.answer.partial({ activeContent: true });
export type InwardWithBill = z.input<typeof inwardWithBill>;

const inwardLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  id: z.int().optional(),
  rawMaterialId: materialChoice.nullable(),
  /** As pasted, where no material is called so. */
  unknownName: z.string().default(''),
  quantity: z.string(),
  pricePerUnit: z.string(),
  /** Code of its lot; proposed if empty. */
  code: z.string(),
  supplierLotNumber: z.string(),
  expiresOn: z.string(),
  /** Empty: organic where a certificate covers it, else conventional. */
  claim: z.enum(['', ...claims]),
  overrideReason: z.string(),
  receiveOnHold: z.boolean(),
  transactionCertificate: z.string(),
});

/** The draft; the bill is too large for the session storage, and stored on the device. */
export const inwardDraft = z.object({
  supplierId: choice.nullable(),
  invoiceNumber: z.string(),
  inwardDate: z.string(),
  status: z.enum(inwardStatuses),
  totalGst: z.string(),
  rawMaterials: z.array(inwardLine),
  billFollows: z.string().default(''),
  hadBill: z.boolean(),
  /** Set for a form that was stored on the device. */
  billAttachment: attachment.nullish(),
});

export type InwardDraft = z.output<typeof inwardDraft>;
export type InwardLine = z.output<typeof inwardLine>;
export type InwardValues = Omit<InwardDraft, 'hadBill' | 'billAttachment'> & { billAttachment: Attachment | null };
