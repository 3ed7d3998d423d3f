import { Combobox } from '@mantine/core';
import { startTransition, useEffect, useState } from 'react';
import classes from './LookupField.module.css';
import type { Choice, LookupFieldProps } from './lookup.ts';

/** The value of the option of a choice: two rows may have one value, but not one label. */
export function optionOf({ value, label }: Choice): string {
  return `${value} ${label}`;
}

/** How many choices fit into the open dropdown. */
const VISIBLE = 10;

type LookupChoicesProps<Row> = Pick<LookupFieldProps<Row>, 'toChoice' | 'hint' | 'chosen'> & { rows: Row[] };

/** Renders the visible choices first and the others in a transition. */
export function LookupChoices<Row>({ rows, toChoice, hint, chosen }: LookupChoicesProps<Row>) {
  const [isComplete, setComplete] = useState(false);
  useEffect(() => startTransition(() => setComplete(true)), []);
  return rows.slice(0, isComplete ? undefined : VISIBLE).map((row) => {
    const choice = toChoice(row);
    const { value, label } = choice;
    return (
      <Combobox.Option key={optionOf(choice)} value={optionOf(choice)} active={value === chosen?.value}>
        <span className={classes.choice}>
          <span>{label}</span>
          {hint && <small>{hint(row)}</small>}
        </span>
      </Combobox.Option>
    );
  });
}
