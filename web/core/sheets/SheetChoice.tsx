/** Which sheet of a file is meant, and whether its hidden rows are: asked before anything is read further. */
import { Button } from '@mantine/core';
import { useState } from 'react';
import { sheetTexts as texts } from '#contract/core/fileTexts.ts';
import { Question } from '#web/core/ui/Question.tsx';
import type { ReadTable } from './readTable.ts';
import classes from './SheetChoice.module.css';

const SAMPLES = 3;

const isFilled = (cells: readonly string[]) => cells.some((cell) => cell !== '');
const sampleOf = (cells: readonly string[]) =>
  cells
    .filter((cell) => cell !== '')
    .slice(0, SAMPLES)
    .join(' | ');

/** A table with its hidden rows empty, so that the others keep their numbers. */
function withoutHidden(table: ReadTable): ReadTable {
  const hidden = new Set(table.hiddenRows);
  return { ...table, rows: table.rows.map((cells, at) => (hidden.has(at) ? [] : cells)) };
}

type Hidden = 'take' | 'leave';

interface SheetChoiceProps {
  tables: readonly ReadTable[];
  onChosen: (table: ReadTable) => void;
}

export function SheetChoice({ tables, onChosen }: SheetChoiceProps) {
  const [only] = tables.length === 1 ? tables : [];
  const [name, setName] = useState(only && !only.isHidden ? only.name : undefined);
  const [hidden, setHidden] = useState<Hidden>();
  const table = tables.find((each) => each.name === name);
  const isAsked = table !== undefined && table.hiddenRows.length > 0;
  const isAnswered = table !== undefined && (!isAsked || hidden !== undefined);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        // It may stand in a form.
        event.stopPropagation();
        if (isAnswered) onChosen(hidden === 'leave' ? withoutHidden(table) : table);
      }}
    >
      <Question
        title={texts.sheet}
        choices={tables.map((each) => ({
          value: each.name,
          label: each.name === '' ? texts.unnamed : each.name,
          note: each.isHidden ? texts.hidden : texts.rows(each.rows.filter(isFilled).length),
          samples: each.rows.filter(isFilled).slice(0, SAMPLES).map(sampleOf),
          isUnusual: each.isHidden,
        }))}
        value={name}
        onChoose={(chosen) => {
          setName(chosen);
          setHidden(undefined);
        }}
      />
      {isAsked && (
        <Question
          title={texts.hiddenRows(table.hiddenRows.length)}
          choices={[
            {
              value: 'take',
              label: texts.takeHidden,
              samples: table.hiddenRows.slice(0, SAMPLES).map((at) => sampleOf(table.rows[at] ?? [])),
            },
            { value: 'leave', label: texts.leaveHidden, samples: [] },
          ]}
          value={hidden}
          onChoose={setHidden}
        />
      )}
      <div className={classes.goOn}>
        <Button type="submit" disabled={!isAnswered}>
          {texts.goOn}
        </Button>
      </div>
    </form>
  );
}
