import { Link } from '@tanstack/react-router';
import { formatTimestamp } from '#contract/core/values/format.ts';
import type { LotWithMovements } from '#contract/stock/lots/lots.ts';
import { lotStateLabels, lotTexts } from '#contract/stock/lots/lotTexts.ts';
import links from '#web/stock/links/DocumentLink.module.css';
import { RecordLink } from '#web/stock/links/RecordLink.tsx';
import classes from './HeldNote.module.css';

/** Start, user and reason of a lot's hold or recall, with a link to its recall. */
export function HeldNote({ lot: { state, stateReason, held } }: { lot: LotWithMovements }) {
  if (state === 'released') return null;
  const since = held
    ? lotTexts.heldSince(lotStateLabels[state], formatTimestamp(held.at).split(' ')[0] ?? '', held.by)
    : '';
  return (
    <p className={classes.held}>
      <strong>{since || lotStateLabels[state]}</strong>
      {stateReason && `: ${stateReason}`}
      {state === 'recalled' && (
        <>
          {' · '}
          {held?.recallId ? (
            <RecordLink kind="recalls" id={held.recallId}>
              See the recall
            </RecordLink>
          ) : (
            <Link to="/recalls" search={{ kind: 'real' }} className={links.link}>
              See recalls
            </Link>
          )}
        </>
      )}
    </p>
  );
}
