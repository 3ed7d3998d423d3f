/** One recall or drill: its progress, its buyers, and its events. */
import { Button } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { formatTimestamp } from '#contract/core/values/format.ts';
import { recallEndpoints, type RecallDetail, type RecalledBuyer } from '#contract/prove/recalls.ts';
import { percentText, recallKindLabels, recallLabels, recallTexts } from '#contract/prove/recallTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { useCompany } from '#web/masters/useCompany.ts';
import { HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { BackLink, RecordPage, RecordSection } from '#web/core/records/RecordPage.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import links from '#web/stock/links/DocumentLink.module.css';
import { TraceLink } from '#web/stock/links/TraceLink.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { StatusPill } from '#web/core/ui/StatusPill.tsx';
import { CloseRecall } from './CloseRecall.tsx';
import { NoteAnswer } from './NoteAnswer.tsx';
import { RecallBuyers } from './RecallBuyers.tsx';
import { RecalledLots } from './RecalledLots.tsx';
import { RecallLetters } from './RecallLetters.tsx';
import classes from './RecallPage.module.css';
import { RecallPill } from './RecallPill.tsx';
import { durationText, sumsText, locationText } from './recallFigures.ts';
import { TimeLine } from './TimeLine.tsx';

export function RecallPage() {
  const { recallId } = useParams({ from: '/shell/recalls/$recallId' });
  const query = useQuery(queryOf(recallEndpoints.get, { params: { id: recallId } }));
  return (
    <RecordPage
      back={<BackLink to="/recalls">{recallTexts.title}</BackLink>}
      query={query}
      failed={recallTexts.notLoaded}
    >
      {(recall) => <Recall key={recall.recallId} recall={recall} />}
    </RecordPage>
  );
}

function Recall({ recall }: { recall: RecallDetail }) {
  const { recallId, kind, title, reason, closedAt, conclusion, lots, buyers } = recall;
  const [noting, setNoting] = useState<RecalledBuyer>();
  const [isClosing, setClosing] = useState(false);
  const [isPrinting, setPrinting] = useState(false);
  const history = useHistory();
  const mayChange = closedAt === null && may('update', 'recalls');
  const [root] = lots.filter(({ isRoot }) => isRoot);
  const { data: company } = useCompany();
  const hasLetters = company !== undefined && buyers.some(({ buyerId }) => buyerId !== null);
  return (
    <>
      <PageHeader
        title={`${recallKindLabels[kind]} ${recallId}: ${title}`}
        beside={
          <>
            {kind === 'drill' && <StatusPill tone="neutral" label={recallKindLabels.drill} />}
            <RecallPill recall={recall} />
          </>
        }
      >
        <HistoryButton onClick={() => history.show({ kind: 'recalls', id: recallId, name: title })} />
        {root && <TraceLink of="lots" id={root.lotId} />}
        {hasLetters && (
          <Button variant="default" leftSection={<IconMail size={16} aria-hidden />} onClick={() => setPrinting(true)}>
            Letters
          </Button>
        )}
        <PrintButton />
        {mayChange && (
          <Button variant="default" onClick={() => setClosing(true)}>
            {recallTexts.close(kind)}
          </Button>
        )}
      </PageHeader>
      <p className={classes.reason}>
        {recallLabels.reason}: {reason}
      </p>
      {conclusion && (
        <p className={classes.reason}>
          {recallLabels.conclusion}: {conclusion}
        </p>
      )}
      <Figures recall={recall} />
      <div className={classes.columns}>
        <div>
          <RecordSection heading={`Buyers, ${sumsText(recall.summary.shipped)} shipped`}>
            <RecallBuyers recall={recall} onNote={mayChange ? setNoting : undefined} />
          </RecordSection>
          <RecordSection heading={`Affected lots, ${lots.length}`}>
            <RecalledLots lots={lots} />
          </RecordSection>
        </div>
        <RecordSection heading="Time line">
          <TimeLine recall={recall} mayNote={mayChange} />
        </RecordSection>
      </div>
      {noting && <NoteAnswer recall={recall} buyer={noting} onClose={() => setNoting(undefined)} />}
      {isClosing && <CloseRecall recall={recall} onClose={() => setClosing(false)} />}
      {isPrinting && company && (
        <RecallLetters recall={recall} company={company} onPrinted={() => setPrinting(false)} />
      )}
      {history.drawer}
    </>
  );
}

/** The time now, renewed each half minute. */
function useNow(): string {
  const [now, setNow] = useState(() => new Date().toISOString());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date().toISOString()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}

function Figures({ recall: { startedAt, closedAt, foundMs, summary } }: { recall: RecallDetail }) {
  const now = useNow();
  const { buyers, notified, lastNotifiedAt, locatedPercent, effectivenessPercent, recovered, shipped } = summary;
  const isInformed = notified === buyers && lastNotifiedAt !== null;
  return (
    <>
      <Facts
        facts={[
          {
            label: `${closedAt === null ? 'Running since' : 'Took, from'} ${formatTimestamp(startedAt)}`,
            value: durationText(startedAt, closedAt ?? now),
            below: `lots and buyers found in ${foundMs} ms`,
            isMain: true,
          },
          {
            label: 'Located',
            value: percentText(locatedPercent),
            below: (
              <>
                <Share percent={locatedPercent} />
                {locationText(summary)}
                {(summary.inProgress ?? []).length > 0 && (
                  <>
                    {' · '}
                    <Link to="/production" search={{ status: 'in_progress' }} className={links.link}>
                      Runs in progress
                    </Link>
                  </>
                )}
              </>
            ),
            isMain: true,
          },
          {
            label: 'Buyers notified',
            value: `${notified} of ${buyers}`,
            below: (
              <>
                <Share percent={buyers === 0 ? null : (notified / buyers) * 100} />
                {isInformed
                  ? `all within ${durationText(startedAt, lastNotifiedAt)}`
                  : buyers === 0
                    ? 'nothing was shipped'
                    : ''}
              </>
            ),
            isMain: true,
          },
          {
            label: 'Effectiveness, recovered of shipped',
            value: percentText(effectivenessPercent),
            below: (
              <>
                <Share percent={effectivenessPercent} />
                {shipped.length > 0 && `${sumsText(recovered)} of ${sumsText(shipped)}`}
              </>
            ),
            isMain: true,
          },
        ]}
      />
      {summary.withoutGrams.length > 0 && (
        <p className={classes.warning}>{recallTexts.withoutGrams(summary.withoutGrams)}</p>
      )}
    </>
  );
}

/** A percentage as a bar, below its figure. */
function Share({ percent }: { percent: number | null }) {
  return percent !== null && <progress className={classes.share} max={100} value={percent} aria-hidden />;
}
