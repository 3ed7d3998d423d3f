import '#web/core/ui/dropdown.css';
import './dates.css';
import { DateInput } from '@mantine/dates';
import { useEffect, useEffectEvent, useState, type KeyboardEvent } from 'react';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { parseDay } from '#contract/core/values/parseDay.ts';
import { typedDay, type Tense } from '#contract/core/values/typedDay.ts';
import { today } from '#web/core/ui/today.ts';

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
  /** Where a day without a year is looked for; the past by default. */
  tense?: Tense;
}

const ariaLabels = {
  previousMonth: 'Previous month',
  nextMonth: 'Next month',
  previousYear: 'Previous year',
  nextYear: 'Next year',
  previousDecade: 'Previous decade',
  nextDecade: 'Next decade',
};

/** A date as dd-MM-yyyy: typed, also short as 5-3-26, 5/3 or today, or picked from a calendar. */
export function DateField({ value, onChange, onBlur, span, tense, ...input }: DateFieldProps) {
  const isDay = isCalendarDate(value);
  // A restored draft may hold text that is no date. The input cannot show it, so the value is cleared.
  const clearInvalid = useEffectEvent(() => {
    if (value && !isDay) onChange('');
  });
  useEffect(() => clearInvalid(), []);
  // Mantine would open it on every focus: over the form that has just opened, and over the fields that Enter goes on to.
  const [isOpen, setOpen] = useState(false);
  // Once it is left: while somebody types 5/11/26, 5/1 and 5/11 are no dates yet.
  const completeDay = () => {
    const day = isDay ? null : typedDay(value, today(), tense);
    if (day !== null) onChange(day);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') completeDay();
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
        completeDay();
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
