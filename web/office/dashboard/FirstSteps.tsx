/** The first steps of a new installation, until all are done or a person hides them. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconCheck, IconChevronRight } from '@tabler/icons-react';
import type { Morning } from '#contract/office/morning.ts';
import { firstStepTexts, morningBlocks, morningTexts } from '#contract/office/morningTexts.ts';
import { Block } from './Block.tsx';
import classes from './DashboardPage.module.css';

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
      <ol className={classes.todos}>
        {steps.map(({ step, isDone }, index) => {
          const { text, about, to } = firstStepTexts[step];
          return (
            <li key={step}>
              <Link to={to} className={classes.todo} data-done={isDone || undefined}>
                <span className={classes.number}>
                  {isDone ? <IconCheck size={20} role="img" aria-label={morningTexts.stepDone} /> : index + 1}
                </span>{' '}
                <span className={classes.sentence}>
                  <b>{text}</b> <span className={classes.detail}>{about}</span>
                </span>{' '}
                <IconChevronRight size={14} aria-hidden />
              </Link>
            </li>
          );
        })}
      </ol>
    </Block>
  );
}
