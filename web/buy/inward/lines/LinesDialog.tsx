/** Asks what the lines of a file or of pasted cells leave open, and shows cells that no field can take. */
import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { inwardLineColumns } from '#contract/buy/inwardLineColumns.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { importAnswers, type ImportAnswers } from '#contract/stock/importing.ts';
import { soleTable, type ReadTable } from '#web/core/sheets/readTable.ts';
import { SheetChoice } from '#web/core/sheets/SheetChoice.tsx';
import { Popup } from '#web/core/ui/dialogs/Popup.tsx';
import { SheetQuestions, useQuestions } from '#web/stock/sheets/SheetQuestions.tsx';
import type { InwardLine } from '../inwardValues.ts';
import { lineSheetOf, namesOf, readLines, unusedOf, type LineSheet } from './lineSheet.ts';
import { findMaterials } from './pastedLines.ts';

interface LinesDialogProps {
  tables: readonly ReadTable[];
  onRead: (lines: InwardLine[]) => void;
  onClose: () => void;
}

export function LinesDialog({ tables, onRead, onClose }: LinesDialogProps) {
  const [table, setTable] = useState(() => soleTable(tables));
  return (
    <Popup opened title={inwardTexts.fromFile} size="xl" withClose onClose={onClose}>
      {table ? (
        <LineQuestions sheet={lineSheetOf(table)} onRead={onRead} onClose={onClose} />
      ) : (
        <SheetChoice tables={tables} onChosen={setTable} />
      )}
    </Popup>
  );
}

interface LineQuestionsProps extends Omit<LinesDialogProps, 'tables'> {
  sheet: LineSheet;
}

function LineQuestions({ sheet: read, onRead, onClose }: LineQuestionsProps) {
  const [first] = useState(read);
  const [mapping, setMapping] = useState(first.mapping);
  const [without, setWithout] = useState<readonly string[]>([]);
  const [answers, setAnswers] = useState<ImportAnswers>({});
  const sheet = useMemo(() => ({ ...first, mapping }), [first, mapping]);
  const { headings, rows } = sheet;
  const rivals = [...first.rivals].map(([field, of]) => ({
    field,
    headings: of,
    answer: headings.find((heading) => mapping[heading] === field) ?? (without.includes(field) ? null : undefined),
  }));
  const { data: materials, error } = useQuery({
    queryKey: ['materials of lines', namesOf(sheet)],
    queryFn: async () => await findMaterials(sheet),
    gcTime: 0,
  });
  const { lines, faults } = useMemo(
    () => (materials ? readLines(sheet, answers, materials) : { lines: [], faults: [] }),
    [sheet, answers, materials],
  );
  const { questions, open } = useQuestions(faults, answers);
  const cellsOf = (heading: string | undefined) => {
    const column = headings.findIndex((each) => each === heading);
    return rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
  };
  const isOpen = !materials || open.length > 0 || rivals.some(({ answer }) => answer === undefined);
  const amount = headings.find((heading) => mapping[heading] === 'amount');
  const unused = unusedOf(sheet);
  const left = faults.filter(({ ask }) => ask === undefined);
  return (
    <>
      {error && <p role="alert">{error.message}</p>}
      <SheetQuestions
        columns={inwardLineColumns}
        rivals={rivals}
        questions={questions}
        answers={answers}
        cellsOf={cellsOf}
        cellsOfField={(field) => cellsOf(headings.find((heading) => mapping[heading] === field))}
        onMap={(heading, field) => {
          setMapping({
            ...Object.fromEntries(Object.entries(mapping).map(([name, own]) => [name, own === field ? '' : own])),
            ...(heading !== undefined && { [heading]: field }),
          });
          setWithout(heading === undefined ? [...without, field] : without.filter((each) => each !== field));
        }}
        onAnswer={(about, of, choice) =>
          setAnswers(importAnswers.parse({ ...answers, [about]: { ...answers[about], [of]: choice } }))
        }
      />
      {left.length > 0 && (
        <>
          <p>{inwardTexts.cellsLeft}</p>
          <ul>
            {left.map(({ row, field, message }) => (
              <li key={`${row} ${field}`}>{inwardTexts.cellLeft(row, message)}</li>
            ))}
          </ul>
          {amount !== undefined && left.some(({ field }) => field === 'pricePerUnit') && (
            <Button variant="subtle" onClick={() => setMapping({ ...mapping, [amount]: '' })}>
              {inwardTexts.notAmount(amount)}
            </Button>
          )}
        </>
      )}
      {unused.length > 0 && <p>{inwardTexts.notUsed(unused)}</p>}
      <Group justify="flex-end" gap={8}>
        <Button variant="default" onClick={onClose}>
          {inwardTexts.leaveLines}
        </Button>
        <Button disabled={isOpen} onClick={() => onRead(lines)}>
          {inwardTexts.takeLines(lines.length)}
        </Button>
      </Group>
    </>
  );
}
