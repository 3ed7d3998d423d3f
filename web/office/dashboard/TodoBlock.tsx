/** Open tasks: sentences, each a link. */
import { IconChevronRight } from '@tabler/icons-react';
import { formatCount, formatTimestamp } from '#contract/core/values/format.ts';
import type { Morning } from '#contract/office/morning.ts';
import { morningBlocks, morningTexts } from '#contract/office/morningTexts.ts';
import { todosOf } from '#contract/office/morningTodo.ts';
import { may } from '#web/core/api/session.ts';
import { Block, Nothing } from './Block.tsx';
import { Task, Tasks, TaskVerb } from './Tasks.tsx';

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
      <Tasks>
        {todos.map(({ kind, count, verb, needs: [resource, action], ...todo }) => (
          <Task key={kind} number={formatCount(count)} {...todo}>
            <TaskVerb>
              <span>{may(action, resource) && verb}</span>
              <IconChevronRight size={14} aria-hidden />
            </TaskVerb>
          </Task>
        ))}
      </Tasks>
    </Block>
  );
}
