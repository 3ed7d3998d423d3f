/** Both versions of a record field by field, in the place of its form; "Will be saved" is a field to type in. */
import { Button, Textarea, TextInput } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, type ReactNode, useState } from 'react';
import { conflictTexts } from '#contract/core/conflicts.ts';
import { formatTimestamp } from '#contract/core/values/format.ts';
import { historyOf } from '#contract/core/history.ts';
import { kindLabel, type RecordKind } from '#contract/kinds.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import { currentUser } from '#web/core/api/session.ts';
import { today } from '#web/core/ui/today.ts';
import classes from './ConflictTable.module.css';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import type { ComparedRow, Version } from './mergeVersions.ts';

/** The conflict to resolve. */
export interface Conflict {
  kind: RecordKind;
  id: number;
  /** When the newer version was saved. */
  at: string;
  rows: readonly ComparedRow[];
  same: readonly string[];
}

/** The side that was chosen; 'typed' where neither was. */
export type Answer = 'theirs' | 'mine' | 'typed';
export type Answers = ReadonlyMap<string, Answer>;

export interface ConflictTableProps {
  conflict: Conflict;
  answers: Answers;
  /** Whether it was tried to save with fields still open. */
  wasSubmitted: boolean;
  errors: FormErrors;
  /** Props of the input of a path. */
  fieldAt: (path: string) => { value?: unknown; onChange: (value: unknown) => void; error?: ReactNode };
  onAnswer: (chosen: readonly (readonly [path: string, answer: Answer])[]) => void;
  /** Continues in the form with the chosen values; undefined while a choice is open. */
  onBack: (() => void) | undefined;
}

/** '11:42 AM', with its day where that isn't today. */
function timeOf(at: string): string {
  const text = formatTimestamp(at);
  const [year = '', month = '', dayOfMonth = ''] = today().split('-');
  return text.startsWith(`${dayOfMonth}-${month}-${year}`) ? text.slice(text.indexOf(' ') + 1) : text;
}

export function ConflictTable({
  conflict,
  answers,
  wasSubmitted,
  errors,
  fieldAt,
  onAnswer,
  onBack,
}: ConflictTableProps) {
  const { rows, same, at } = conflict;
  const asking = rows.filter(({ taken }) => taken === 'asks');
  const place = useRef<HTMLDivElement>(null);
  const focusFirst = useEffectEvent(() => {
    const open = place.current?.querySelector<HTMLElement>('[data-open] input[type=radio]');
    (open ?? place.current?.closest('form')?.querySelector<HTMLElement>('[type=submit]'))?.focus();
  });
  useEffect(() => focusFirst(), [conflict, wasSubmitted]);
  const choose = (answer: Answer) => onAnswer(asking.map(({ path }) => [path, answer] as const));
  const elsewhere = Object.entries(errors).filter(([path]) => !rows.some((row) => row.path === path));

  return (
    <div ref={place} className={classes.place}>
      <Banner conflict={conflict} asking={asking} />
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{conflictTexts.field}</th>
            <th scope="col">
              {conflictTexts.theirs(timeOf(at))}
              {asking.length > 0 && <All label={conflictTexts.takeAll} onClick={() => choose('theirs')} />}
            </th>
            <th scope="col">
              {conflictTexts.mine}
              {asking.length > 0 && <All label={conflictTexts.keepAll} onClick={() => choose('mine')} />}
            </th>
            <th scope="col">{conflictTexts.willBeSaved}</th>
          </tr>
        </thead>
        <tbody>
          {[...asking, ...rows.filter((row) => row.taken !== 'asks')].map((row) => (
            <Row
              key={row.path}
              row={row}
              answer={answers.get(row.path)}
              wasSubmitted={wasSubmitted}
              field={row.taken === 'asks' ? fieldAt(row.path) : undefined}
              error={errors[row.path]}
              onAnswer={(answer) => onAnswer([[row.path, answer]])}
            />
          ))}
          {same.length > 0 && (
            <tr>
              <th scope="row" className={classes.quietField}>
                {same.join(', ')}
              </th>
              <td colSpan={3} className={classes.quiet}>
                {conflictTexts.sameForBoth}
              </td>
            </tr>
          )}
        </tbody>
      </table>
      {elsewhere.map(([path, error]) => (
        <p key={path} role="alert" className={classes.error}>
          {error}
        </p>
      ))}
      <div className={classes.foot}>
        <span className={classes.quiet}>{conflictTexts.keys}</span>
        {onBack && (
          <Button variant="default" size="compact-sm" onClick={onBack}>
            {conflictTexts.backToForm}
          </Button>
        )}
      </div>
    </div>
  );
}

function All({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={classes.all} onClick={onClick}>
      {label}
    </button>
  );
}

/** The user who changed it, and the consequence. */
function Banner({ conflict: { kind, id, at }, asking }: { conflict: Conflict; asking: readonly ComparedRow[] }) {
  const endpoint = historyOf(kind);
  const newest = listQueryOf(endpoint, { params: { id }, query: { page: 1, pageSize: 1 } });
  // A further conflict has another event.
  const { data } = useQuery({ ...newest, queryKey: [...newest.queryKey, at] });
  const [last] = data?.rows ?? [];
  const noun = kindLabel(kind).toLowerCase();
  const isOwn = last !== undefined && last.userId === currentUser()?.userId;
  return (
    <div role="status" className={classes.banner}>
      <IconAlertTriangle size={20} aria-hidden />
      <p>
        <strong>
          {isOwn
            ? conflictTexts.ownChange(noun, timeOf(at))
            : conflictTexts.changed(last?.userName ?? undefined, noun, timeOf(at))}
        </strong>
        <br />
        {asking.length > 0 ? conflictTexts.asks(asking.map(({ label }) => label)) : conflictTexts.asksNothing}
      </p>
    </div>
  );
}

interface RowProps {
  row: ComparedRow;
  answer: Answer | undefined;
  wasSubmitted: boolean;
  field: ReturnType<ConflictTableProps['fieldAt']> | undefined;
  error: ConflictTableProps['errors'][string];
  onAnswer: (answer: Answer) => void;
}

const readable = ({ text, isAbsent }: Version) => text || (isAbsent ? conflictTexts.absent : conflictTexts.empty);

function Row({ row, answer, wasSubmitted, field, error, onAnswer }: RowProps) {
  const { label, was, theirs, mine, taken } = row;
  if (taken !== 'asks') {
    const saved = taken === 'theirs' ? theirs : mine;
    return (
      <tr>
        <th scope="row" className={classes.quietField}>
          {label}
        </th>
        <td data-heading={conflictTexts.theirsShort}>{taken === 'theirs' ? readable(theirs) : <Unchanged />}</td>
        <td data-heading={conflictTexts.mine}>{taken === 'mine' ? readable(mine) : <Unchanged />}</td>
        <td data-heading={conflictTexts.willBeSaved}>{readable(saved)}</td>
      </tr>
    );
  }
  const isOpen = answer === undefined;
  return (
    <tr data-open={isOpen || undefined}>
      <th scope="row">
        {label}
        <small>{conflictTexts.was(was === undefined ? conflictTexts.absent : was || conflictTexts.empty)}</small>
      </th>
      <Side row={row} side="theirs" chosen={answer} onAnswer={onAnswer} />
      <Side row={row} side="mine" chosen={answer} onAnswer={onAnswer} />
      <td data-heading={conflictTexts.willBeSaved}>
        <Saved row={row} answer={answer} field={field} error={error} onAnswer={onAnswer} />
        {isOpen && wasSubmitted && (
          <p role="alert" className={classes.error}>
            {conflictTexts.open}
          </p>
        )}
      </td>
    </tr>
  );
}

function Unchanged() {
  return <span className={classes.quiet}>{conflictTexts.notChanged}</span>;
}

interface SideProps {
  row: ComparedRow;
  side: 'theirs' | 'mine';
  chosen: Answer | undefined;
  onAnswer: (answer: Answer) => void;
}

function Side({ row, side, chosen, onAnswer }: SideProps) {
  const heading = side === 'theirs' ? conflictTexts.theirsShort : conflictTexts.mine;
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

/** The value to be saved for an open field: typed, or of the chosen side. */
function Saved({ row, answer, field, error, onAnswer }: Omit<RowProps, 'wasSubmitted'>) {
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
