/** The day that a list is as on: dashed while it is today, solid with a cross once a day is chosen. */
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { isCalendarDate } from '#contract/dates.ts';
import { stockOnTexts } from '#contract/stockOn.ts';
import { today } from '#web/ui/today.ts';
import classes from './FilterChip.module.css';
import own from './AsOnChip.module.css';

interface AsOnChipProps {
  value: string | undefined;
  onChange: (day: string | undefined) => void;
}

export function AsOnChip({ value, onChange }: AsOnChipProps) {
  const id = useId();
  return (
    <span className={`${classes.chip} ${own.day}`} data-set={value !== undefined || undefined}>
      <label htmlFor={id}>{stockOnTexts.asOn}</label>
      <input
        id={id}
        type="date"
        value={value ?? today()}
        max={today()}
        onChange={({ currentTarget }) => {
          const day = currentTarget.value;
          if (isCalendarDate(day)) onChange(day === today() ? undefined : day);
        }}
      />
      {value !== undefined && (
        <button
          type="button"
          className={classes.clear}
          aria-label={`${stockOnTexts.asOn}: ${stockOnTexts.today}`}
          onClick={() => onChange(undefined)}
        >
          <IconX size={14} aria-hidden />
        </button>
      )}
    </span>
  );
}
