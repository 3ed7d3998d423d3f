import { limits, requiredName } from '../../core/fields.ts';

export const batchNumberTexts = { required: 'Please enter a batch number.' } as const;

/** The number of a batch, which is also the code of its lot. */
export const batchNumberField = requiredName(limits.code, batchNumberTexts.required);
