/** The day that a list is as on: dashed while it is today, solid with a cross once a day is chosen. */
import { IconX } from '@tabler/icons-react';
import { useId } from 'react';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { stockOnTexts } from '#contract/stock/lots/stockOn.ts';
import { today } from '#web/core/ui/today.ts';
import classes from '#web/core/filters/FilterChip.module.css';
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
      <span className={own.field}>
        {/* A browser writes dates as its own language does, such as 11/26/2026: that is seen only while it is typed. */}
        <span className={own.shown} aria-hidden>
          {formatDate(value ?? today())}
        </span>
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
      </span>
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
