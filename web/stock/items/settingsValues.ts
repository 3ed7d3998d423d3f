import { z } from 'zod';
import { afterExpiryRules } from '#contract/stock/lots/afterExpiry.ts';
import { itemParts } from '#contract/stock/stock.ts';

/** A row of a list, or the whole item behind its settings. */
export const stocked = z.looseObject({ itemId: z.int(), name: z.string() });
export type Stocked = z.output<typeof stocked>;

/** The values of the form as typed. */
export const settingsValues = z.object({
  gramsPerUnit: z.string(),
  part: z.enum(itemParts),
  balanceTolerancePercent: z.string(),
  /** Missing in drafts of older versions. */
  maxGainPercent: z.string().default('0'),
  /** Missing in drafts of older versions: it stays. */
  afterExpiry: z.enum(afterExpiryRules).optional(),
  reorderLevel: z.string(),
  batchPattern: z.string(),
  shelfLifeDays: z.string(),
  gtin: z.string(),
});
export type SettingsValues = z.output<typeof settingsValues>;
