import { groupRowTexts as texts } from '#contract/stock/sheets/questionTexts.ts';
import { Question } from '#web/core/ui/Question.tsx';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import type { ReadSheet } from '../sheetText.ts';

interface GroupRowsQuestionProps {
  read: ReadSheet;
  answer: 'unanswered' | 'groups' | 'items';
  onAnswer: (choice: 'groups' | 'items') => void;
}

const nameOf = (row: GridRow | undefined) => row?.cells.find((cell) => cell !== '') ?? '';

/** Asks whether rows that add up those below them are groups or items, by the first of them with one of its rows. */
export function GroupRowsQuestion({ read, answer, onAnswer }: GroupRowsQuestionProps) {
  const group = read.aside.find(({ sumOf }) => sumOf);
  const [name, below] = [nameOf(group), nameOf(read.rows.find(({ number }) => number === group?.sumOf?.from))];
  return (
    <Question
      title={texts.title(name)}
      choices={[
        { value: 'groups', label: texts.groups, note: texts.groupsNote, samples: [texts.group(below)] },
        { value: 'items', label: texts.items, note: texts.itemsNote, samples: [texts.batch(name, below)] },
      ]}
      value={answer === 'unanswered' ? undefined : answer}
      onChoose={onAnswer}
    />
  );
}
