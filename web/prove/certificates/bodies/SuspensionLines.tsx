/** The suspensions of a certification body; there may be none. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus, IconX } from '@tabler/icons-react';
import { flushSync } from 'react-dom';
import { certificationBodyTexts, suspensionLabels } from '#contract/prove/certificates/certificationBodies.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import lineClasses from '#web/core/form/lines.module.css';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { schemeOptions } from '#contract/stock/claims/schemes.ts';
import { blankSuspension, type CertifierValues } from './certifierDefinition.ts';
import classes from './SuspensionLines.module.css';

export function SuspensionLines({ form }: { form: UseFormReturnType<CertifierValues> }) {
  const { suspensions } = form.values;
  const add = () => {
    // Rendered synchronously, so that the next keystroke goes into the new line.
    flushSync(() => form.insertListItem('suspensions', blankSuspension()));
    form.getInputNode(`suspensions.${suspensions.length}.scheme`)?.focus();
  };
  return (
    <div className={`${lineClasses.lines} ${classes.lines}`}>
      {suspensions.map((line, index) => {
        const path = (field: string) => form.getInputProps(`suspensions.${index}.${field}`);
        const number = index + 1;
        return (
          <div
            key={line.key}
            role="group"
            aria-label={certificationBodyTexts.suspensionNumber(number)}
            className={lineClasses.line}
          >
            <SelectField
              {...path('scheme')}
              label={suspensionLabels.scheme}
              required
              allowDeselect={false}
              data={schemeOptions}
            />
            <DateField {...path('from')} label={suspensionLabels.from} required value={line.from} />
            <DateField {...path('until')} tense="future" label={suspensionLabels.until} value={line.until} />
            <span className={classes.remove}>
              <RowAction
                label={certificationBodyTexts.removeSuspension(number)}
                onClick={() => form.removeListItem('suspensions', index)}
              >
                <IconX size={16} />
              </RowAction>
            </span>
          </div>
        );
      })}
      <div className={lineClasses.add}>
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          {certificationBodyTexts.addSuspension}
        </Button>
      </div>
    </div>
  );
}
