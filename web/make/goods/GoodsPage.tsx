/** Specification §2, Finished Goods. */
import { useState } from 'react';
import { LabelsOfLots } from '#web/stock/labels/LabelsButton.tsx';
import { MasterPage } from '#web/core/records/masters/MasterPage.tsx';
import { goodDefinition } from './goodDefinition.ts';

export function GoodsPage() {
  const [labelled, setLabelled] = useState<number[]>();
  return (
    <>
      <MasterPage definition={goodDefinition} labels={{ idsOf: ({ lotId }) => [lotId], show: setLabelled }} />
      {labelled && <LabelsOfLots lotIds={labelled} onClose={() => setLabelled(undefined)} />}
    </>
  );
}
