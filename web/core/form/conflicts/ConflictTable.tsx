/** Both versions of a record field by field, in the place of its form; "Will be saved" is a field to type in. */
import { Button } from '@mantine/core';
import type { FormErrors } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { conflictTexts } from '#contract/core/conflicts.ts';
import { formatDate, formatDay, formatTime, formatTimestamp } from '#contract/core/values/format.ts';
import { historyOf } from '#contract/core/history.ts';
import { kindLabel, type RecordKind } from '#contract/kinds.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import { currentUser } from '#web/core/api/session.ts';
import { today } from '#web/core/ui/today.ts';
import classes from './ConflictTable.module.css';
import type { ComparedRow } from './mergeVersions.ts';
import { readable, Saved, Side, type Answer, type Answers, type SavedField } from './VersionCells.tsx';

/** The conflict to resolve. */
export interface Conflict {
  kind: RecordKind;
  id: number;
  /** When the newer version was saved. */
  at: string;
  rows: readonly ComparedRow[];
  same: readonly string[];
}

export interface ConflictTableProps {
  conflict: Conflict;
  answers: Answers;
  /** Whether it was tried to save with fields still open. */
  wasSubmitted: boolean;
  errors: FormErrors;
  /** Props of the input of a path. */
  fieldAt: (path: string) => SavedField;
  onAnswer: (chosen: readonly (readonly [path: string, answer: Answer])[]) => void;
  /** Continues in the form with the chosen values; undefined while a choice is open. */
  onBack: (() => void) | undefined;
}

/** '11:42 AM', with its day where that isn't today. */
function timeOf(at: string): string {
  return formatDay(at) === formatDate(today()) ? formatTime(at) : formatTimestamp(at);
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
  const asking = rows.filter(({ side }) => side === 'conflict');
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
          {[...asking, ...rows.filter((row) => row.side !== 'conflict')].map((row) => (
            <Row
              key={row.path}
              row={row}
              answer={answers.get(row.path)}
              wasSubmitted={wasSubmitted}
              field={row.side === 'conflict' ? fieldAt(row.path) : undefined}
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
  field: SavedField | undefined;
  error: ConflictTableProps['errors'][string];
  onAnswer: (answer: Answer) => void;
}

function Row({ row, answer, wasSubmitted, field, error, onAnswer }: RowProps) {
  const { label, base, theirs, mine, side } = row;
  if (side !== 'conflict') {
    const saved = side === 'theirs' ? theirs : mine;
    return (
      <tr>
        <th scope="row" className={classes.quietField}>
          {label}
        </th>
        <td data-heading={conflictTexts.theirsShort}>{side === 'theirs' ? readable(theirs) : <Unchanged />}</td>
        <td data-heading={conflictTexts.mine}>{side === 'mine' ? readable(mine) : <Unchanged />}</td>
        <td data-heading={conflictTexts.willBeSaved}>{readable(saved)}</td>
      </tr>
    );
  }
  const isOpen = answer === undefined;
  return (
    <tr data-open={isOpen || undefined}>
      <th scope="row">
        {label}
        <small>{conflictTexts.was(base === undefined ? conflictTexts.absent : base || conflictTexts.empty)}</small>
      </th>
      <Side row={row} side="theirs" heading={conflictTexts.theirsShort} chosen={answer} onAnswer={onAnswer} />
      <Side row={row} side="mine" heading={conflictTexts.mine} chosen={answer} onAnswer={onAnswer} />
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
