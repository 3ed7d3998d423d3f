/** Fields of a line's lot: collapsed, and out of the Tab order, until opened with a click or Alt+L. */
import '#web/core/form/fields/checkbox.css';
import { Checkbox, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronDown } from '@tabler/icons-react';
import { claimLabels, claimTexts, needsCertificate } from '#contract/stock/claims/claims.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { inwardLotTexts } from '#contract/buy/inwardTexts.ts';
import { lotLabels } from '#contract/stock/lots/lotTexts.ts';
import { claims } from '#contract/stock/stock.ts';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { claimOf } from '../inwardBody.ts';
import type { InwardLine, InwardValues } from '../inwardValues.ts';
import classes from './InwardLines.module.css';

const claimOptions = claims.map((value) => ({ value, label: claimLabels[value] }));

interface LineLotProps {
  form: UseFormReturnType<InwardValues>;
  line: InwardLine;
  index: number;
  /** The code of the lot that it keeps, also where the field is cleared. */
  keptCode: string | undefined;
  /** The number of the certificate that covers the material. */
  certificateNumber: string | undefined;
  opened: boolean;
  onToggle: () => void;
}

/** Summary of the lot, with its claim once the supplier is known. */
function summaryOf(
  line: InwardLine,
  code: string,
  certificateNumber: string | undefined,
  hasSupplier: boolean,
): string {
  const { supplierLotNumber, expiresOn } = line;
  const claim = claimOf(line, certificateNumber);
  const expiry = isCalendarDate(expiresOn) ? inwardLotTexts.expires(formatDate(expiresOn)) : '';
  const proof =
    needsCertificate(claim) || certificateNumber === undefined ? (certificateNumber ?? claimTexts.noCertificate) : '';
  const claimed = hasSupplier ? [claimLabels[claim], proof] : [];
  return [code, supplierLotNumber, expiry, ...claimed].filter((part) => part !== '').join(' · ');
}

export function LineLot({
  form,
  line,
  index,
  keptCode = inwardLotTexts.proposed,
  certificateNumber,
  opened,
  onToggle,
}: LineLotProps) {
  const path = (field: string) => form.getInputProps(`rawMaterials.${index}.${field}`);
  const claim = claimOf(line, certificateNumber);
  const isUnproved = needsCertificate(claim) && certificateNumber === undefined;
  return (
    <div className={classes.lot}>
      <button
        type="button"
        tabIndex={opened ? 0 : -1}
        className={classes.fold}
        aria-expanded={opened}
        title={inwardLotTexts.lotFieldsKey}
        onClick={onToggle}
      >
        <span>
          Lot{' '}
          {!opened && (
            <span>{summaryOf(line, line.code || keptCode, certificateNumber, form.values.supplier !== null)}</span>
          )}
          <small>{inwardLotTexts.lotFields}</small>
        </span>
        <IconChevronDown size={16} aria-hidden />
      </button>
      {opened && (
        <div className={classes.lotFields}>
          <TextInput {...path('code')} label={lotLabels.code} placeholder={keptCode} />
          <TextInput {...path('supplierLotNumber')} label={lotLabels.supplierLotNumber} />
          <DateField tense="future" {...path('expiresOn')} label={lotLabels.expiresOn} value={line.expiresOn} />
          <SelectField
            {...path('claim')}
            value={claim}
            label={claimTexts.claim}
            description={isUnproved ? claimTexts.noCertificate : certificateNumber}
            allowDeselect={false}
            data={claimOptions}
          />
          <TextInput {...path('transactionCertificate')} label={claimTexts.transactionCertificate} />
          {isUnproved && (
            <>
              {!line.receiveOnHold && <TextInput {...path('overrideReason')} label={claimTexts.overrideReason} />}
              <Checkbox
                {...form.getInputProps(`rawMaterials.${index}.receiveOnHold`, { type: 'checkbox' })}
                label={claimTexts.receiveOnHold}
              />
            </>
          )}
        </div>
      )}
    </div>
  );
}
