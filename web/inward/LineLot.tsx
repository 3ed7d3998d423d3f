/** What a line says of its lot: folded away, and out of the Tab order, until it is opened with a click or Alt+L. */
import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { limits } from '#contract/fields.ts';
import { formatDate } from '#contract/format.ts';
import { inwardLotTexts } from '#contract/inward.ts';
import { lotLabels } from '#contract/lots.ts';
import { isCalendarDate } from '#contract/dates.ts';
import { DateField } from '#web/form/DateField.tsx';
import type { InwardLine, InwardValues } from './inwardDraft.ts';
import classes from './InwardLines.module.css';

interface LineLotProps {
  form: UseFormReturnType<InwardValues>;
  line: InwardLine;
  index: number;
  opened: boolean;
  onToggle: () => void;
}

/** The lot in a few words. */
function summaryOf({ code, supplierLotNumber, expiresOn }: InwardLine): string {
  const expiry = isCalendarDate(expiresOn) ? inwardLotTexts.expires(formatDate(expiresOn)) : '';
  return [code || inwardLotTexts.proposed, supplierLotNumber, expiry].filter((part) => part !== '').join(' · ');
}

export function LineLot({ form, line, index, opened, onToggle }: LineLotProps) {
  const path = (field: string) => form.getInputProps(`rawMaterials.${index}.${field}`);
  return (
    <div className={classes.lot}>
      <button
        type="button"
        tabIndex={opened ? 0 : -1}
        className={classes.fold}
        aria-expanded={opened}
        title={inwardLotTexts.key}
        onClick={onToggle}
      >
        Lot {!opened && <span>{summaryOf(line)}</span>}
      </button>
      {opened && (
        <div className={classes.lotFields}>
          <TextInput
            {...path('code')}
            label={lotLabels.code}
            placeholder={inwardLotTexts.proposed}
            maxLength={limits.batchNumber}
          />
          <TextInput
            {...path('supplierLotNumber')}
            label={lotLabels.supplierLotNumber}
            maxLength={limits.batchNumber}
          />
          <DateField {...path('expiresOn')} label={lotLabels.expiresOn} value={line.expiresOn} />
        </div>
      )}
    </div>
  );
}
