/** Specification §2, Finished Goods. */
import { useState } from 'react';
import { LabelsOfLots } from '#web/stock/labels/LabelsButton.tsx';
import { MasterPage } from '#web/core/records/masters/MasterPage.tsx';
import { goodDefinition } from './goodDefinition.ts';

export function GoodsPage() {
  const [labelledLotIds, setLabelledLotIds] = useState<number[]>();
  return (
    <>
      <MasterPage definition={goodDefinition} labels={{ idsOf: ({ lotId }) => [lotId], show: setLabelledLotIds }} />
      {labelledLotIds && <LabelsOfLots lotIds={labelledLotIds} onClose={() => setLabelledLotIds(undefined)} />}
    </>
  );
}
