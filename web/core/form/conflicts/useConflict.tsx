/**
 * Settles a stale save: the form becomes the comparison of both versions, and the next save counts as made of the newer
 * one.
 */
import type { UseFormReturnType } from '@mantine/form';
import { Suspense, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import type { RecordKind } from '#contract/kinds.ts';
import { ApiError } from '#web/core/api/client.ts';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import type { Conflict, ConflictTableProps } from './ConflictTable.tsx';
import type { Answers } from './VersionCells.tsx';
import type { Compared } from './compared.ts';
import { comparable, mergeVersions, type ComparedRow } from './mergeVersions.ts';

export interface ConflictOptions<Row, Values> {
  kind: RecordKind;
  idOf: (row: Row) => number;
  /** Reads the record as it is now. */
  read: (row: Row) => Promise<Row>;
  valuesOf: (row: Row) => Values;
  compared: Compared<Values>;
}

const ConflictTable = preloadedComponent(async () => (await import('./ConflictTable.tsx')).ConflictTable);

const stamped = z.object({ updatedAt: z.string() });
/** When a record was saved. */
export const updatedAtOf = (row: unknown) => stamped.safeParse(row).data?.updatedAt;

/** A save was refused since the record was changed meanwhile: useConflict() has the newer one. */
export class ChangedMeanwhileError extends Error {}

/** The record as it is now, where it was changed since it was `seen`; undefined if that isn't why the save failed. */
async function readNewer<Row, Values>(
  fault: unknown,
  seen: Row,
  { read }: ConflictOptions<Row, Values>,
): Promise<Row | undefined> {
  if (!(fault instanceof ApiError) || fault.code !== 'conflict') return undefined;
  const now = await read(seen).catch(() => undefined);
  return now !== undefined && updatedAtOf(now) !== updatedAtOf(seen) ? now : undefined;
}

/** A value in the form at 'list.2' or 'list.2.field'. */
function lineAt(path: string): { list: string; index: number } | undefined {
  const [list = '', index = '', ...rest] = path.split('.');
  return /^\d+$/.test(index) && rest.length === 0 ? { list, index: Number(index) } : undefined;
}

/** Without the lines whose absence was chosen. */
function withoutDropped<Values extends object>(values: Values, rows: readonly ComparedRow[], answers: Answers): Values {
  const dropped = rows.filter(({ path, theirs, mine }) => {
    const answer = answers.get(path);
    return (answer === 'theirs' && theirs.isAbsent) || (answer === 'mine' && mine.isAbsent);
  });
  const indexes = Map.groupBy(
    dropped.flatMap(({ path }) => lineAt(path) ?? []),
    ({ list }) => list,
  );
  const lists = Object.entries(values).flatMap(([name, lines]): [string, unknown][] => {
    const gone = new Set(indexes.get(name)?.map(({ index }) => index));
    return gone.size > 0 && Array.isArray(lines) ? [[name, lines.filter((_, index) => !gone.has(index))]] : [];
  });
  return { ...values, ...Object.fromEntries(lists) };
}

/** The record that the next save is based on, and the comparison while one is open. */
export function useConflict<Row, Values extends object>(
  options: ConflictOptions<Row, Values> | undefined,
  opened: Row | undefined,
) {
  const [seen, setSeen] = useState(opened);
  const [conflict, setOpen] = useState<Conflict>();
  /** Version read when a save was refused, until it is compared. */
  const newerVersion = useRef<Row>(undefined);
  const [answers, setAnswers] = useState<Answers>(new Map());
  const [wasSubmitted, setSubmitted] = useState(false);
  const close = () => {
    setOpen(undefined);
    setAnswers(new Map());
    setSubmitted(false);
  };
  const unanswered = conflict?.rows.filter(({ path, side }) => side === 'conflict' && !answers.has(path)) ?? [];

  /** Sends values; a refusal because of a newer version that has all of them counts as saved. */
  async function send(values: Values, post: (settled: Values, seen: Row | undefined) => Promise<unknown>) {
    const settled = conflict ? withoutDropped(values, conflict.rows, answers) : values;
    try {
      return await post(settled, seen);
    } catch (fault) {
      if (!options || seen === undefined) throw fault;
      const newer = await readNewer(fault, seen, options);
      if (newer === undefined) throw fault;
      if (comparable(settled) === comparable(options.valuesOf(newer))) return newer;
      newerVersion.current = newer;
      throw new ChangedMeanwhileError();
    }
  }

  /** Opens the comparison of the typed values with the newer version. */
  function compare(form: UseFormReturnType<Values>) {
    const newer = newerVersion.current;
    if (!options || seen === undefined || newer === undefined) return;
    const typed = form.getValues();
    const mine = conflict ? withoutDropped(typed, conflict.rows, answers) : typed;
    const versions = { base: options.valuesOf(seen), mine, theirs: options.valuesOf(newer) };
    const merged = mergeVersions(options.compared, versions);
    close();
    form.setValues(merged.values);
    setSeen(() => newer);
    const { kind, idOf } = options;
    const { rows, same } = merged;
    setOpen({ kind, id: idOf(newer), at: updatedAtOf(newer) ?? '', rows, same });
  }

  /** True if a save may be sent: every open field is answered. */
  function checkAnswered(): boolean {
    setSubmitted(unanswered.length > 0);
    return unanswered.length === 0;
  }

  function table(form: UseFormReturnType<Values>): ReactNode {
    if (!conflict) return undefined;
    const fieldAt: ConflictTableProps['fieldAt'] = (path) => form.getInputProps(path);
    return (
      <Suspense>
        <ConflictTable
          conflict={conflict}
          answers={answers}
          wasSubmitted={wasSubmitted}
          errors={form.errors}
          fieldAt={fieldAt}
          onAnswer={(chosen) => {
            for (const [path, answer] of chosen) {
              const row = conflict.rows.find((each) => each.path === path);
              const side = answer === 'typed' ? undefined : row?.[answer];
              if (side && !side.isAbsent) fieldAt(path).onChange(side.value);
            }
            setAnswers(new Map([...answers, ...chosen]));
          }}
          onBack={
            unanswered.length > 0
              ? undefined
              : () => {
                  form.setValues(withoutDropped(form.getValues(), conflict.rows, answers));
                  close();
                }
          }
        />
      </Suspense>
    );
  }

  return { seen, send, compare, checkAnswered, table };
}
