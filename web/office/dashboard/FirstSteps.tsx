/** The first steps of a new installation, until all are done or a person hides them. */
import { Button } from '@mantine/core';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import type { Morning } from '#contract/office/morning.ts';
import { firstStepTexts, morningBlocks, morningTexts } from '#contract/office/morningTexts.ts';
import { Block } from './Block.tsx';
import { Task, Tasks } from './Tasks.tsx';

interface FirstStepsProps {
  steps: NonNullable<Morning['firstSteps']>;
  hide: () => void;
}

export function FirstSteps({ steps, hide }: FirstStepsProps) {
  return (
    <Block
      title={morningBlocks.firstSteps}
      columns={12}
      aside={
        <Button variant="subtle" color="gray" size="compact-sm" onClick={hide}>
          {morningTexts.hide}
        </Button>
      }
    >
      <Tasks>
        {steps.map(({ step, isDone }, index) => {
          const { text, about, to } = firstStepTexts[step];
          const number = isDone ? <IconCheck size={20} role="img" aria-label={morningTexts.stepDone} /> : index + 1;
          return (
            <Task key={step} to={to} number={number} isDone={isDone} text={text} detail={about}>
              <IconChevronRight size={14} aria-hidden />
            </Task>
          );
        })}
      </Tasks>
    </Block>
  );
}
