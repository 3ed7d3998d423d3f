/** Questions of a sheet, and the fields for all of its rows. */
import type { ComponentProps } from 'react';
import { importColumns } from '#contract/office/importSheets.ts';
import { SheetQuestions } from '#web/stock/sheets/SheetQuestions.tsx';
import type { ReadSheet } from '../sheetText.ts';
import type { SheetState } from '../useSheet.ts';
import { ForAllFields } from './ForAllFields.tsx';
import { GroupRowsQuestion } from './GroupRowsQuestion.tsx';

interface ImportQuestionsProps extends Pick<ComponentProps<typeof SheetQuestions>, 'questions'> {
  read: ReadSheet;
  sheet: SheetState;
}

export function ImportQuestions({ read, sheet, questions }: ImportQuestionsProps) {
  const { kind, headings, rows, groupRows, forAll } = sheet;
  const cellsAt = (column: number) => rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
  return (
    <SheetQuestions
      columns={importColumns(kind)}
      rivals={sheet.rivals}
      questions={questions}
      answers={sheet.answers}
      cellsOf={(heading) => cellsAt(headings.indexOf(heading))}
      cellsOfField={(field) => cellsAt(sheet.columnOf(field))}
      onMap={sheet.map}
      onAnswer={sheet.answer}
    >
      {groupRows && <GroupRowsQuestion read={read} answer={groupRows} onAnswer={sheet.answerGroupRows} />}
      {forAll.length > 0 && (
        <ForAllFields
          values={forAll}
          sheetDate={read.sheetDate}
          onEnter={(field, value) => sheet.answer('forAll', field, value)}
        />
      )}
    </SheetQuestions>
  );
}
