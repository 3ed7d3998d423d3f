/** Open questions of a sheet, and the faults that remain beside them. */
import { isAnswered, useQuestions } from '#web/stock/sheets/SheetQuestions.tsx';
import type { SheetState } from '../useSheet.ts';

export function useOpenQuestions({ checked, answers, rivals, forAll, groupRows }: SheetState) {
  const all = checked?.faults ?? [];
  const isGrouped = groupRows !== 'unanswered';
  // Those for all rows have fields of their own.
  const { questions, open } = useQuestions(
    all.filter(({ ask }) => ask?.about !== 'forAll'),
    answers,
  );
  return {
    questions,
    openQuestions:
      rivals.filter(({ answer }) => answer === undefined).length +
      open.length +
      forAll.filter(({ isOpen }) => isOpen).length +
      Number(!isGrouped),
    // A cell that waits for an answer needs no correction, nor does one whose row may be a batch.
    faults: all.filter(
      ({ ask, field }) =>
        isGrouped && (ask === undefined || (ask.about !== 'forAll' && isAnswered({ ...ask, field }, answers))),
    ),
  };
}
