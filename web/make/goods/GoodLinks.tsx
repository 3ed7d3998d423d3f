/** The buttons of a batch that lead to other screens, as far as the user may go there and its state allows it. */
import { Button } from '@mantine/core';
import { IconBuildingFactory2, IconStack2, IconTruckDelivery } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { goodTexts, type GoodRecord } from '#contract/make/goods.ts';
import type { LotWithMovements } from '#contract/stock/lots/lots.ts';
import { may } from '#web/core/api/session.ts';
import { LabelsButton } from '#web/stock/labels/LabelsButton.tsx';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { BeginRecall } from '#web/stock/lots/BeginRecall.tsx';
import { WriteOffButton } from '#web/stock/lots/WriteOffLink.tsx';

export function GoodLinks({ good, lot }: { good: GoodRecord; lot?: LotWithMovements }) {
  const isExpired = good.status === 'expired';
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconStack2 size={16} aria-hidden />}
        renderRoot={(props) => <Link {...props} to="/lots/$lotId" params={{ lotId: String(good.lotId) }} />}
      >
        {goodTexts.lotOf}
      </Button>
      <LabelsButton lotIds={[good.lotId]} />
      <BeginRecall lotId={good.lotId} />
      <TraceLink of="goods" id={good.finishedGoodId} />
      {good.runId === null && may('create', 'runs') && (
        <Button
          variant="default"
          leftSection={<IconBuildingFactory2 size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/production" search={{ batch: String(good.finishedGoodId) }} />}
        >
          {goodTexts.giveRun}
        </Button>
      )}
      {isExpired && lot && <WriteOffButton lot={lot} />}
      {good.leftQty > 0 && !isExpired && may('create', 'dispatches') && (
        <Button
          leftSection={<IconTruckDelivery size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} to="/dispatches" search={{ sendLotId: String(good.lotId) }} />}
        >
          Dispatch
        </Button>
      )}
    </>
  );
}
