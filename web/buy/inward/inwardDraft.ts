/** Values of an inward's form as typed: numbers as text, lines that may be blank. */
import { z } from 'zod';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { inwardStatuses } from '#contract/documentStatus.ts';
import { claims } from '#contract/stock/stock.ts';
import { choice } from '#web/core/lookup/lookup.ts';
import { materialChoice } from '#web/stock/items/materialChoice.ts';
import { attachment } from '#web/core/form/files/readAttachment.ts';

/** An inward in its form: with its bill once it is read. */
export const inwardInForm = inwardEndpoints.get.answer.partial({ activeContent: true, billAttachment: true });
export type InwardInForm = z.input<typeof inwardInForm>;

const inwardLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  id: z.int().optional(),
  material: materialChoice.nullable(),
  /** As pasted, where no material is called so. */
  unknownName: z.string().default(''),
  quantity: z.string(),
  pricePerUnit: z.string(),
  /** How a quantity and a price of a sheet became those of the material's unit. */
  quantityReading: z.string().default(''),
  priceReading: z.string().default(''),
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

export const inwardDraft = z.object({
  supplier: choice.nullable(),
  invoiceNumber: z.string(),
  inwardDate: z.string(),
  status: z.enum(inwardStatuses),
  totalGst: z.string(),
  rawMaterials: z.array(inwardLine),
  billFollows: z.string().default(''),
  /** Too large for the draft of a lost session; stored on the device. */
  billAttachment: attachment.nullable().default(null),
  /** Set in the draft of a lost session that had one, which is to be chosen again. */
  lostBill: z.boolean().optional(),
});

export type InwardValues = z.output<typeof inwardDraft>;
export type InwardLine = z.output<typeof inwardLine>;
