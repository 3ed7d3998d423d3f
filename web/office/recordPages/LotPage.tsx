/** One lot, at its own address; a batch as at that of the batch. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { BackLink, RecordPage } from '#web/core/records/RecordPage.tsx';
import { GoodRecordPage } from '#web/make/goods/GoodPage.tsx';
import { PlainLot } from '#web/stock/lots/LotBody.tsx';

export function LotPage() {
  const { lotId } = useParams({ from: '/shell/lots/$lotId' });
  const query = useQuery(queryOf(lotEndpoints.get, { params: { id: lotId } }));
  const back = <BackLink to="/lots">{lotTexts.title}</BackLink>;
  const goodId = query.data?.finishedGoodId ?? null;
  if (goodId !== null) return <GoodRecordPage id={String(goodId)} back={back} />;
  return (
    <RecordPage back={back} query={query} failed={lotTexts.notLoaded}>
      {(lot) => <PlainLot key={lot.lotId} lot={lot} />}
    </RecordPage>
  );
}
