/** A question with its choices side by side, each with samples of what it would mean; answered by arrows and Enter. */
import { IconCheck } from '@tabler/icons-react';
import { useId, type ReactNode } from 'react';
import classes from './Question.module.css';

export interface Choice<Value extends string> {
  value: Value;
  label: string;
  /** A word about the choice, such as where it is usual. */
  note?: string;
  samples: readonly string[];
  /** Never the usual one, such as a hidden sheet. */
  isUnusual?: boolean;
}

/** The ground of an open question, and the mark of an answered one. */
export function QuestionFrame({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  return (
    <fieldset className={classes.question} data-open={isOpen || undefined}>
      <legend>
        {!isOpen && <IconCheck size={16} aria-hidden />} {title}
      </legend>
      {children}
    </fieldset>
  );
}

interface QuestionProps<Value extends string> {
  title: string;
  choices: readonly Choice<Value>[];
  /** Undefined as long as nobody chose. */
  value: Value | undefined;
  onChoose: (value: Value) => void;
}

export function Question<Value extends string>({ title, choices, value, onChoose }: QuestionProps<Value>) {
  const name = useId();
  return (
    <QuestionFrame title={title} isOpen={value === undefined}>
      <div className={classes.choices}>
        {choices.map((choice) => (
          <label key={choice.value} data-unusual={choice.isUnusual || undefined}>
            <input
              type="radio"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              onChange={() => onChoose(choice.value)}
            />
            <span>
              <b>{choice.label}</b> {choice.note && <span className={classes.note}>{choice.note}</span>}
              <span className={classes.samples}>
                {choice.samples.map((sample, index) => (
                  <span key={`${index} ${sample}`}>{sample}</span>
                ))}
              </span>
            </span>
          </label>
        ))}
      </div>
    </QuestionFrame>
  );
}
