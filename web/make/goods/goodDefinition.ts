/** Definition of finished goods as records with a form and a list (specification §2). */
import { batchNumberTexts } from '#contract/stock/lots/batchNumber.ts';
import type { ReactNode } from 'react';
import type { z } from 'zod';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { goodEndpoints, goodLabels, goodStatusLabels, goodTexts, type GoodRecord } from '#contract/make/goods.ts';
import { finishedGoods } from '#contract/kinds.ts';
import { ApiError } from '#web/core/api/client.ts';
import type { FailureAlert } from '#web/core/records/failureAlert.ts';
import type { MasterDefinition } from '#web/core/records/masters/master.ts';
import { day, oneOf } from '#web/core/form/conflicts/compared.ts';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import { goodCard, goodColumns, goodPage } from '#web/make/goods/goodColumns.tsx';
import { exportedGoods } from './exportedGoods.ts';
import { GoodFields, goodValues, type GoodValues } from './GoodFields.tsx';

type GoodBody = z.input<typeof goodEndpoints.create.body>;

const blank: GoodValues = {
  productId: null,
  batchNumber: '',
  quantity: '',
  status: 'available',
  manufactureDate: '',
  expiryDate: '',
};

/** The alert of specification §5: the first invalid field. */
function invalid(_values: GoodValues, errors: Record<string, ReactNode>): string | undefined {
  if (errors['productId']) return goodTexts.productRequired;
  if (errors['batchNumber']) return batchNumberTexts.required;
  return errors['quantity'] ? goodTexts.quantityInvalid : undefined;
}

/** The three alerts of specification §8, and that of §5 for a duplicate batch number. */
function saveFailed(fault: unknown): FailureAlert {
  if (!(fault instanceof ApiError) || fault.code === 'internal') return goodTexts.saveFailed;
  const lines = Object.values(fault.errors).map((texts) => texts.join(' '));
  if (lines.length === 0 && !fault.message) return goodTexts.saveFailed;
  if (lines.length === 0) return { withReason: goodTexts.error(fault.message) };
  if (fault.code === 'conflict') return { withReason: fault.message };
  return [goodTexts.validationError, ...lines].join('\n');
}

export const goodDefinition: MasterDefinition<GoodRecord, GoodValues, GoodBody> = {
  master: finishedGoods,
  ...exportedGoods,
  calls: goodEndpoints,
  to: goodPage,
  nameOf: (row) => row.batchNumber,
  factsOf: (row) => [row.productName, formatQuantityWithUnit(row.quantity, row.unit), goodStatusLabels[row.status]],
  columns: goodColumns,
  card: goodCard,
  values: goodValues,
  blank,
  valuesOf: (row) => ({
    productId: { value: row.productId, label: row.productName, unit: row.unit },
    batchNumber: row.batchNumber,
    quantity: String(row.quantity),
    status: row.status,
    manufactureDate: row.manufactureDate ?? '',
    expiryDate: row.expiryDate ?? '',
    updatedAt: row.updatedAt,
  }),
  Fields: GoodFields,
  compared: {
    labels: goodLabels,
    as: { status: oneOf(goodStatusLabels), manufactureDate: day, expiryDate: day },
  },
  bodyOf: (typed) => ({
    ...typed,
    // Specification §7 requires it in every body; an update overwrites it.
    finishedGoodId: 0,
    productId: typed.productId?.value ?? 0,
    quantity: typedNumber(typed.quantity),
  }),
  words: {
    ...goodTexts,
    searchHint: goodTexts.searchPlaceholder,
    addNew: 'Add Finished Good',
    add: 'Add Finished Good',
    edit: 'Update Finished Good',
    invalid,
    saveFailed,
    deleteFailed: () => goodTexts.deleteFailed,
  },
};
