import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { TodoTone } from '#contract/office/morningTodo.ts';
import block from './Block.module.css';
import classes from './Tasks.module.css';

export function Tasks({ children }: { children: ReactNode }) {
  return <ol className={block.links}>{children}</ol>;
}

interface TaskProps {
  to: string;
  number: ReactNode;
  tone?: TodoTone;
  isDone?: boolean;
  text: string;
  detail: ReactNode;
  /** At the right end. */
  children: ReactNode;
}

/** A task as one sentence, which leads to where it is done. */
export function Task({ to, number, tone, isDone = false, text, detail, children }: TaskProps) {
  return (
    <li>
      <Link to={to} className={`${block.link} ${classes.task}`} data-done={isDone || undefined}>
        <span className={classes.number} data-tone={tone}>
          {number}
        </span>{' '}
        <span className={classes.sentence}>
          <b>{text}</b> <span className={classes.detail}>{detail}</span>
        </span>{' '}
        {children}
      </Link>
    </li>
  );
}

/** The verb of a task, for people who may do it. */
export function TaskVerb({ children }: { children: ReactNode }) {
  return <span className={classes.verb}>{children}</span>;
}
