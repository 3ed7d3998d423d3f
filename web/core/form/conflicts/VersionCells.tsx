/** The cells of a field whose versions are compared: each version, and the value that is saved. */
import { Textarea, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { conflictTexts } from '#contract/core/conflicts.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import classes from './ConflictTable.module.css';
import type { ComparedRow, Version } from './mergeVersions.ts';

/** The side that was chosen; 'typed' where neither was. */
export type Answer = 'theirs' | 'mine' | 'typed';
export type Answers = ReadonlyMap<string, Answer>;

/** Props of the input of the saved value. */
export interface SavedField {
  value?: unknown;
  onChange: (value: unknown) => void;
  error?: ReactNode;
}

/** A version as it is read, also where it is empty or absent. */
export const readable = ({ text, isAbsent }: Version) =>
  text || (isAbsent ? conflictTexts.absent : conflictTexts.empty);

interface SideProps {
  row: ComparedRow;
  side: 'theirs' | 'mine';
  chosen: Answer | undefined;
  /** The heading of its column, which a phone shows in the cell. */
  heading: string;
  onAnswer: (answer: Answer) => void;
}

/** One version of a field, to be chosen. */
export function Side({ row, side, chosen, heading, onAnswer }: SideProps) {
  return (
    <td data-chosen={chosen === side || undefined} data-heading={heading}>
      <label className={classes.side}>
        <input
          type="radio"
          name={`conflict ${row.path}`}
          aria-label={`${row.label}, ${side}: ${readable(row[side])}`}
          checked={chosen === side}
          onChange={() => onAnswer(side)}
        />
        <span>{readable(row[side])}</span>
      </label>
    </td>
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

interface SavedProps {
  row: ComparedRow;
  answer: Answer | undefined;
  field: SavedField | undefined;
  error: ReactNode;
  onAnswer: (answer: Answer) => void;
}

/** The value to be saved for an open field: typed, or of the chosen side. */
export function Saved({ row, answer, field, error, onAnswer }: SavedProps) {
  const { label, typedAs, theirs, mine } = row;
  // Choosing a side replaces the typed text; typing continues in the same field.
  const [side, setSide] = useState(answer);
  if (answer !== 'typed' && answer !== side) setSide(answer);
  if (!field || typedAs === 'nothing') {
    if (answer === undefined || answer === 'typed') return <span className={classes.quiet}>–</span>;
    return readable(row[answer]);
  }
  const value = answer === undefined ? '' : textOf(field.value);
  const type = (typed: string) => {
    onAnswer('typed');
    field.onChange(typed);
  };
  const name = `${conflictTexts.willBeSaved}: ${label}`;
  if (typedAs === 'day')
    return (
      <DateField
        key={side}
        label={name}
        value={value}
        onChange={type}
        error={typeof error === 'string' ? error : undefined}
      />
    );
  const isLong = [theirs.text, mine.text].some((each) => each.length > 40 || each.includes('\n'));
  const Input = isLong ? Textarea : TextInput;
  return (
    <Input
      aria-label={name}
      value={value}
      error={error}
      autoComplete="off"
      {...(isLong && { autosize: true, maxRows: 8 })}
      onChange={({ currentTarget }: { currentTarget: { value: string } }) => type(currentTarget.value)}
    />
  );
}
