import '#web/core/ui/dropdown.css';
import './dates.css';
import { DateInput } from '@mantine/dates';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { parseDay } from '#contract/core/values/parseDay.ts';

interface DateFieldProps {
  label: string;
  /** yyyy-mm-dd or empty; or the typed text if it is no date, so that validation rejects it. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string;
  required?: boolean;
  'data-path'?: string;
  /** Width in the form's twelve columns. */
  span?: number;
}

const ariaLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** A date as dd-MM-yyyy: typed, also short as 5-3-26 or 050326, or picked from a calendar. */
export function DateField({ value, onChange, onBlur, span, ...input }: DateFieldProps) {
  const isDay = isCalendarDate(value);
  // A restored draft may hold text that is no date. The input cannot show it, so the value is cleared.
  const clearInvalid = useEffectEvent(() => {
    if (value && !isDay) onChange('');
  });
  useEffect(() => clearInvalid(), []);
  // Mantine would open it on every focus: over the form that has just opened, and over the fields that Enter goes on to.
  const [isOpen, setOpen] = useState(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      setOpen(true);
    }
    if (event.key === 'Escape' && isOpen) {
      // Closes the calendar alone, not the form as well.
      event.preventDefault();
      setOpen(false);
    }
  };

  return (
    <DateInput
      {...input}
      wrapperProps={{ 'data-span': span }}
      value={isDay ? value : null}
      onChange={(date) => onChange(date ?? '')}
      // Mantine would keep the last valid date, such as one in the year 202.
      onInput={({ currentTarget: { value: typed } }) => {
        setOpen(true);
        if (typed.trim() && !parseDay(typed)) onChange(typed);
      }}
      onClick={() => setOpen(true)}
      onKeyDown={onKeyDown}
      onBlur={() => {
        setOpen(false);
        onBlur?.();
      }}
      getDayProps={() => ({ onClick: () => setOpen(false) })}
      fixOnBlur={isDay}
      valueFormat="DD-MM-YYYY"
      dateParser={parseDay}
      placeholder="dd-mm-yyyy"
      autoComplete="off"
      allowDeselect
      hideOutsideDates
      ariaLabels={ariaLabels}
      popoverProps={{ opened: isOpen, transitionProps: { duration: 0 }, withinPortal: false }}
    />
  );
}
