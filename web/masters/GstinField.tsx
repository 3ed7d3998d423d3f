import { TextInput } from '@mantine/core';
import { partyLabels } from '#contract/masters/parties.ts';
import { gstinWarnings } from '#contract/stock/warnings/warningRules.ts';
import { warningProps, WarningsLiveRegion } from '../core/form/fields/FieldWarning.tsx';

interface GstinFieldProps {
  value?: string;
  error?: string;
}

/** The tax number of a business, with a warning where its check character is wrong. */
export function GstinField({ value = '', error, ...props }: GstinFieldProps) {
  const warnings = gstinWarnings(value);
  return (
    <>
      <TextInput
        {...props}
        label={partyLabels.gstinNumber}
        value={value}
        error={error}
        {...warningProps(warnings, { hint: '15 letters and digits', error })}
      />
      <WarningsLiveRegion warnings={warnings} />
    </>
  );
}
