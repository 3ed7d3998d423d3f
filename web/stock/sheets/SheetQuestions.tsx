/** Asks what a sheet leaves open, before its rows count: two columns for one field, the order of dates, what a bag holds. */
import { useState, type ReactNode } from 'react';
import {
  readCellNumber,
  readCellPrice,
  readCellQuantity,
  type DecimalSign,
} from '#contract/core/values/cellNumbers.ts';
import { formatQuantity } from '#contract/core/values/format.ts';
import { dayInWords, writtenDate, type DateOrder } from '#contract/core/values/sheetDates.ts';
import { columnLabel, type ImportColumn } from '#contract/core/importColumns.ts';
import type { Ask, ImportAnswers } from '#contract/stock/importing.ts';
import { unitKey } from '#contract/stock/items/units.ts';
import { questionTexts as texts } from '#contract/stock/sheets/questionTexts.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { Question, QuestionFrame } from '#web/core/ui/Question.tsx';
import classes from './SheetQuestions.module.css';

const SAMPLES = 3;
const QUESTIONS = 'sheet-questions';

/** Goes to the first open question; false if there is none. */
export function goToQuestion(): boolean {
  const field = document.querySelector<HTMLInputElement>(`#${QUESTIONS} [data-open] input`);
  field?.focus();
  field?.scrollIntoView({ block: 'center' });
  return field !== null;
}

/** The choice of none of the columns. */
const NONE = '';

/** A question of the server about a column, or about a unit. */
interface SheetQuestion extends Ask {
  field: string;
}

/** The subject of an answer: a unit is asked for once, a column by its field. */
const subjectOf = ({ about, field, unit = '' }: SheetQuestion): string =>
  about === 'unitSize' ? unitKey(unit) : field;

/** A field that several columns could be; the answer is a heading, or null for none of them. */
interface Rival {
  field: string;
  headings: readonly string[];
  answer: string | null | undefined;
}

/** The questions that have come up so far, in that order, as they were asked last: answered ones stay. */
export function useQuestions(faults: readonly { field: string; ask?: Ask | undefined }[], answers: ImportAnswers) {
  const [questions, setQuestions] = useState<readonly SheetQuestion[]>([]);
  const keyOf = (each: SheetQuestion) => `${each.about} ${subjectOf(each)}`;
  const asked = new Map<string, SheetQuestion>();
  for (const { ask, field } of faults) {
    const each = ask && { ...ask, field };
    if (each && !asked.has(keyOf(each))) asked.set(keyOf(each), each);
  }
  const all = [...new Map([...questions.map((each) => [keyOf(each), each] as const), ...asked]).values()];
  if (JSON.stringify(all) !== JSON.stringify(questions)) setQuestions(all);
  return { questions: all, open: all.filter((each) => !isAnswered(each, answers)) };
}

export function isAnswered(question: SheetQuestion, answers: ImportAnswers): boolean {
  return answers[question.about]?.[subjectOf(question)] !== undefined;
}

interface SheetQuestionsProps {
  columns: readonly ImportColumn[];
  rivals: readonly Rival[];
  questions: readonly SheetQuestion[];
  answers: ImportAnswers;
  /** The filled cells of a column by its heading, and by its field. */
  cellsOf: (heading: string) => readonly string[];
  cellsOfField: (field: string) => readonly string[];
  /** Takes a column for a field, or none. */
  onMap: (heading: string | undefined, field: string) => void;
  onAnswer: (about: Ask['about'], of: string, choice: string) => void;
  /** Fields below the questions. */
  children?: ReactNode;
}

export function SheetQuestions(props: SheetQuestionsProps) {
  const { columns, rivals, questions, answers, cellsOf, cellsOfField, onMap, onAnswer, children } = props;
  const count = rivals.length + questions.length;
  if (count === 0 && !children) return null;

  const dateSamples = (field: string, order: DateOrder) =>
    cellsOfField(field)
      .flatMap((cell) => {
        const date = writtenDate(cell);
        const day = date && 'byOrder' in date ? date.byOrder[order] : undefined;
        return day === undefined ? [] : [`${cell} = ${day === null ? texts.noDay : dayInWords(day)}`];
      })
      .slice(0, SAMPLES);
  const numberSamples = (field: string, sign: DecimalSign) =>
    cellsOfField(field)
      .filter((cell) => cell.includes(','))
      .map((cell) => {
        const read = readCellQuantity(cell, sign) ?? readCellPrice(cell, sign);
        return `${cell} = ${read ? formatQuantity(read.value) : texts.noNumber}`;
      })
      .slice(0, SAMPLES);

  return (
    <Panel>
      <div className={classes.questions} id={QUESTIONS}>
        {count > 0 && <h2>{texts.title(count)}</h2>}
        {rivals.map(({ field, headings: of, answer }) => (
          <Question
            key={field}
            title={texts.column(columnLabel(columns, field), of.length)}
            choices={[
              ...of.map((heading) => ({ value: heading, label: heading, samples: cellsOf(heading).slice(0, SAMPLES) })),
              { value: NONE, label: texts.noColumn, samples: [] },
            ]}
            value={answer === null ? NONE : answer}
            onChoose={(heading) => onMap(heading === NONE ? undefined : heading, field)}
          />
        ))}
        {questions.map((each) => {
          const subject = subjectOf(each);
          const choose = (choice: string) => onAnswer(each.about, subject, choice);
          if (each.about === 'dateOrder') {
            return (
              <Question
                key={`dates ${subject}`}
                title={texts.dateOrder(columnLabel(columns, subject))}
                choices={[
                  { value: 'day', label: texts.dayFirst, note: texts.inIndia, samples: dateSamples(subject, 'day') },
                  { value: 'month', label: texts.monthFirst, samples: dateSamples(subject, 'month') },
                ]}
                value={answers.dateOrder?.[subject]}
                onChoose={choose}
              />
            );
          }
          if (each.about === 'decimals') {
            return (
              <Question
                key={`decimals ${subject}`}
                title={texts.decimals(columnLabel(columns, subject))}
                choices={[
                  { value: 'point', label: texts.commaGroups, samples: numberSamples(subject, 'point') },
                  { value: 'comma', label: texts.commaDecimals, samples: numberSamples(subject, 'comma') },
                ]}
                value={answers.decimals?.[subject]}
                onChoose={choose}
              />
            );
          }
          if (each.about === 'pricePer') {
            const { unit = '', inUnit = '', price } = each;
            // Other prices of the column stand beside quantities in the item's unit and are not asked about.
            const samples = (of: string) => (price === undefined ? [] : [texts.priceFor(price, of)]);
            return (
              <Question
                key={`price ${subject}`}
                title={texts.pricePer(columnLabel(columns, subject))}
                choices={[
                  { value: 'item', label: texts.perItem(inUnit), samples: samples(inUnit) },
                  { value: 'quantity', label: texts.perWritten(unit), samples: samples(unit) },
                ]}
                value={answers.pricePer?.[subject]}
                onChoose={choose}
              />
            );
          }
          if (each.about === 'repeated') {
            const samples = each.existing === undefined ? [] : [each.existing];
            return (
              <Question
                key={`repeated ${subject}`}
                title={texts.repeated}
                choices={[
                  { value: 'same', label: texts.same, note: texts.sameNote, samples },
                  { value: 'other', label: texts.other, note: texts.otherNote, samples: [] },
                ]}
                value={answers.repeated?.[subject]}
                onChoose={choose}
              />
            );
          }
          if (each.about === 'changedSince') {
            const samples = each.existing === undefined ? [] : [each.existing];
            return (
              <Question
                key={`changed ${subject}`}
                title={texts.changedSince}
                choices={[
                  { value: 'record', label: texts.record, note: texts.recordNote, samples },
                  { value: 'sheet', label: texts.sheet, note: texts.sheetNote, samples: [] },
                ]}
                value={answers.changedSince?.[subject]}
                onChoose={choose}
              />
            );
          }
          return (
            <UnitSize
              key={`unit ${subject}`}
              unit={each.unit ?? subject}
              inUnit={each.inUnit ?? ''}
              value={answers.unitSize?.[subject]}
              onAnswer={choose}
            />
          );
        })}
        {children}
      </div>
    </Panel>
  );
}

interface UnitSizeProps {
  unit: string;
  inUnit: string;
  value: string | undefined;
  onAnswer: (size: string) => void;
}

/** How much a package holds, once for the sheet. */
function UnitSize({ unit, inUnit, value, onAnswer }: UnitSizeProps) {
  const held = value?.replace(` ${inUnit}`, '');
  const [typed, setTyped] = useState(held ?? '');
  return (
    <QuestionFrame title={texts.unitSize(unit)} isOpen={value === undefined}>
      <div className={classes.size}>
        <span>{texts.one(unit)}</span>
        <NumberField
          aria-label={texts.sizeLabel(unit, inUnit)}
          value={typed}
          onChange={setTyped}
          onBlur={() => {
            if ((readCellNumber(typed) ?? 0) > 0) onAnswer(`${typed} ${inUnit}`);
            // A text that is no size leaves the answer as it is, and the field says so.
            else if (held !== undefined) setTyped(held);
          }}
        />
        <span>{inUnit}</span>
      </div>
    </QuestionFrame>
  );
}
