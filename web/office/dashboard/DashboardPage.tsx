/** Specification §2, Dashboard, and the morning: open tasks, and the figures of the last weeks. */
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { formatDate } from '#contract/core/values/format.ts';
import { morningEndpoints, type Morning } from '#contract/office/morning.ts';
import { morningTexts, type MorningBlock } from '#contract/office/morningTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { BelowReorderBlock } from './BelowReorderBlock.tsx';
import { ChooseBlocks } from './ChooseBlocks.tsx';
import { CountStrip } from './CountStrip.tsx';
import { ExpiringBlock } from './ExpiringBlock.tsx';
import classes from './DashboardPage.module.css';
import { FirstSteps } from './FirstSteps.tsx';
import { PhoneActions } from './PhoneActions.tsx';
import { RecentBuyers } from './RecentBuyers.tsx';
import { TodoBlock } from './TodoBlock.tsx';
import { UnpaidBlock } from './UnpaidBlock.tsx';
import { WeekBlocks } from './WeekBlocks.tsx';
import { useBlocks } from './hiddenBlocks.ts';

export function DashboardPage() {
  const [isShown, show] = useBlocks();
  const { data, dataUpdatedAt, error, refetch } = useQuery(queryOf(morningEndpoints.read));
  // In short turns: drawn at once, it blocks a phone for half a second.
  const morning = useDeferredValue(data);
  const isWaiting = morning === undefined && (data !== undefined || !error);

  useEffect(() => {
    if (error) console.error('The morning could not be loaded:', error);
  }, [error]);

  return (
    <>
      <PageHeader title="Dashboard">
        <span className={classes.day}>{morning && formatDate(morning.day)}</span>
        <ChooseBlocks isShown={isShown} show={show} />
      </PageHeader>
      <CountStrip />
      {error && !data && (
        <Panel>
          <LoadFailed failed={morningTexts.loadFailed} error={error} retry={refetch} />
        </Panel>
      )}
      {isWaiting && (
        <div className={classes.loading}>
          <Loading panels={[4, 8, 8]} />
        </div>
      )}
      {/* Content below waits until the height of the part above is known, so that nothing moves. */}
      <div className={classes.morning} hidden={isWaiting}>
        {morning ? (
          <Blocks morning={morning} answeredAt={dataUpdatedAt} isShown={isShown} show={show} />
        ) : (
          isShown('buyers') && <RecentBuyers />
        )}
        <PhoneActions />
      </div>
    </>
  );
}

interface BlocksProps {
  morning: Morning;
  answeredAt: number;
  isShown: (block: MorningBlock) => boolean;
  show: (block: MorningBlock, shown: boolean) => void;
}

function Blocks({ morning, answeredAt, isShown, show }: BlocksProps) {
  const { firstSteps, belowReorder, unpaid, weeks, expiring, day } = morning;
  return (
    <>
      {firstSteps && isShown('firstSteps') && <FirstSteps steps={firstSteps} hide={() => show('firstSteps', false)} />}
      {isShown('todo') && <TodoBlock morning={morning} answeredAt={answeredAt} />}
      {isShown('buyers') && <RecentBuyers />}
      {belowReorder && isShown('belowReorder') && <BelowReorderBlock belowReorder={belowReorder} />}
      {unpaid && isShown('unpaid') && <UnpaidBlock unpaid={unpaid} day={day} />}
      {weeks && <WeekBlocks weeks={weeks} isShown={isShown} />}
      {expiring && isShown('expiring') && <ExpiringBlock expiring={expiring} day={day} />}
    </>
  );
}
