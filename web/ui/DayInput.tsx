import '@mantine/core/styles/Popover.layer.css';
import './dates.css';
import { DateInput } from '@mantine/dates';
import { isCalendarDate } from '#contract/fields.ts';

export interface DateFieldProps {
  label: string;
  /** yyyy-mm-dd, or empty. */
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
  return (
    <DateInput
      {...input}
      wrapperProps={{ 'data-span': span }}
      value={value || null}
      onChange={(date) => onChange(date ?? '')}
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

/** What was typed as yyyy-mm-dd: day, month and year in this order; a year of two digits is of this century. */
function parseDay(typed: string): string | null {
  const match = /^\s*(\d{1,2})[-/. ]?(\d{1,2})[-/. ]?(\d{4}|\d{2})\s*$/.exec(typed);
  if (!match) return null;
  const [, day = '', month = '', year = ''] = match;
  const date = `${year.padStart(4, '20')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}
