import '#web/ui/dropdown.css';
import './dates.css';
import { DateInput } from '@mantine/dates';
import { useEffect, useEffectEvent } from 'react';
import { isCalendarDate } from '#contract/dates.ts';
import { parseDay } from './parseDay.ts';

export interface DateFieldProps {
  label: string;
  /** yyyy-mm-dd, or empty; or what was typed, where it is no day, so that the form refuses it. */
  value: string;
  onChange: (value: string) => void;
  onBlur?: () => void;
  error?: string;
  required?: boolean;
  'data-path'?: string;
  /** How many of the form's twelve columns it takes. */
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

/** A day as dd-MM-yyyy: typed, also short as 5-3-26 or 050326, or picked from a calendar. */
export function DayInput({ value, onChange, span, ...input }: DateFieldProps) {
  const isDay = isCalendarDate(value);
  // Of what was typed before a session was lost only a day can be shown, and nothing shall be held that is not shown.
  const dropUnshown = useEffectEvent(() => {
    if (value && !isDay) onChange('');
  });
  useEffect(() => dropUnshown(), []);

  return (
    <DateInput
      {...input}
      wrapperProps={{ 'data-span': span }}
      value={isDay ? value : null}
      onChange={(date) => onChange(date ?? '')}
      // Mantine would keep the last day that it could read, such as that of the year 202.
      onInput={({ currentTarget: { value: typed } }) => {
        if (typed.trim() && !parseDay(typed)) onChange(typed);
      }}
      fixOnBlur={isDay}
      valueFormat="DD-MM-YYYY"
      dateParser={parseDay}
      placeholder="dd-mm-yyyy"
      autoComplete="off"
      allowDeselect
      hideOutsideDates
      ariaLabels={ariaLabels}
      popoverProps={{ transitionProps: { duration: 0 }, withinPortal: false }}
    />
  );
}
