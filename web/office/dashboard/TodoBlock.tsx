/** Open tasks: sentences, each a link. */
import { Link } from '@tanstack/react-router';
import { IconChevronRight } from '@tabler/icons-react';
import { formatCount, formatTimestamp } from '#contract/core/values/format.ts';
import type { Morning } from '#contract/office/morning.ts';
import { morningBlocks, morningTexts } from '#contract/office/morningTexts.ts';
import { todosOf } from '#contract/office/morningTodo.ts';
import { may } from '#web/core/api/session.ts';
import { Block, Nothing } from './Block.tsx';
import classes from './DashboardPage.module.css';

interface TodoBlockProps {
  morning: Morning;
  /** When it was answered, in milliseconds since 1970. */
  answeredAt: number;
}

export function TodoBlock({ morning, answeredAt }: TodoBlockProps) {
  const todos = todosOf(morning, new Date(answeredAt));
  const madeAt = morning.backup?.madeAt;
  return (
    <Block title={morningBlocks.todo} columns={7}>
      {todos.length === 0 && (
        <Nothing>
          {morningTexts.nothing} {madeAt && morningTexts.lastBackup(formatTimestamp(madeAt))}
        </Nothing>
      )}
      <ol className={classes.todos}>
        {todos.map(({ kind, tone, count, text, detail, verb, needs: [resource, action], to }) => (
          <li key={kind}>
            <Link to={to} className={classes.todo}>
              <span className={classes.number} data-tone={tone}>
                {formatCount(count)}
              </span>{' '}
              <span className={classes.sentence}>
                <b>{text}</b> <span className={classes.detail}>{detail}</span>
              </span>{' '}
              <span className={classes.verb}>
                <span>{may(action, resource) && verb}</span>
                <IconChevronRight size={14} aria-hidden />
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </Block>
  );
}
