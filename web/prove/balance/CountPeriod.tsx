/** The period between two counts of the item: the first count, and movements until the second. */
import { useState } from 'react';
import { formatDate } from '#contract/core/values/format.ts';
import { massBalanceTexts } from '#contract/prove/massBalanceTexts.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import classes from './MassBalance.module.css';
import { betweenCounts, countsAround, type Days } from './periods.ts';

interface CountPeriodProps extends Days {
  /** The newest first. */
  countDays: readonly string[];
  show: (days: Days) => void;
}

export function CountPeriod({ countDays, from, to, show }: CountPeriodProps) {
  const [isOpened, setOpened] = useState(false);
  const around = countsAround(countDays, { from, to });
  const [newest, before] = countDays;
  const choices = (days: readonly string[]) => days.map((day) => ({ value: day, label: formatDate(day) }));
  return (
    <>
      <button
        type="button"
        aria-pressed={around !== undefined}
        onClick={() => {
          setOpened(true);
          if (!around && newest !== undefined && before !== undefined) show(betweenCounts(before, newest));
        }}
      >
        {massBalanceTexts.betweenCounts}
      </button>
      {around && (
        <span className={classes.counts}>
          <SelectField
            label="After the count of"
            data={choices(countDays.filter((day) => day < around[1]))}
            value={around[0]}
            allowDeselect={false}
            onChange={(day) => day !== null && show(betweenCounts(day, around[1]))}
          />
          <SelectField
            label="To the count of"
            data={choices(countDays.filter((day) => day > around[0]))}
            value={around[1]}
            allowDeselect={false}
            onChange={(day) => day !== null && show(betweenCounts(around[0], day))}
          />
        </span>
      )}
      {isOpened && before === undefined && (
        <span className={classes.note} role="status">
          {massBalanceTexts.countsMissing}
        </span>
      )}
    </>
  );
}
