/** The faults of an inward's form, and the fields that they belong to. */
import type { FormErrors } from '@mantine/form';
import { inwardEndpoints, inwardUpdateBody } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { lineField } from '#web/core/form/lines.ts';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { bodyOf } from './inwardBody.ts';
import { type InwardValues, filledLines } from './inwardValues.ts';

/** Maps a field path of the body to the form, which has supplier and material as they were chosen. */
export function fieldOf(path: string, { rawMaterials }: InwardValues): string {
  if (path === 'supplierId') return 'supplier';
  if (!path.startsWith('rawMaterials')) return path;
  return lineField(path, { all: rawMaterials, filled: filledLines(rawMaterials) }, (field) =>
    field === '' || field === 'rawMaterialId' ? 'material' : field,
  );
}

// The id is not typed, and the bill has its own rule.
const checkedByContract = {
  body: inwardUpdateBody.omit({ inwardId: true, billAttachment: true }),
  pastDates: inwardEndpoints.create.pastDates,
};

/** The faults of a form; the bill is settled where there is one, or a reason why it follows. */
export function faultsOf(values: InwardValues, isBillSettled: boolean): FormErrors {
  const bill = isBillSettled ? {} : { billAttachment: inwardTexts.billRequired };
  const unknownMaterials = filledLines(values.rawMaterials).flatMap(({ material, unknownName }, index) =>
    material === null && unknownName !== ''
      ? [[`rawMaterials.${index}.rawMaterialId`, inwardTexts.materialUnknownName(unknownName)]]
      : [],
  );
  return {
    ...bill,
    ...contractFaults(checkedByContract, bodyOf(values)),
    ...Object.fromEntries(unknownMaterials),
  };
}

/** The alert of specification §5. */
export function alertOf({ rawMaterials }: InwardValues, isBillSettled: boolean): string | undefined {
  const hasLine = rawMaterials.some((line) => line.material !== null && (numberOf(line.quantity) ?? 0) > 0);
  if (!hasLine) return inwardTexts.noLines;
  return isBillSettled ? undefined : inwardTexts.billRequired;
}
