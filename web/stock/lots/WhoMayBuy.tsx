/** The markets that may buy a lot on a day: each with its claim, or the first record that stands in the way. */
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { formatPercent } from '#contract/core/values/format.ts';
import { isCalendarDate } from '#contract/core/values/dates.ts';
import { marketTexts, type MarketAccess } from '#contract/stock/claims/marketAccess.ts';
import { marketLabels, schemeLabels, schemeRules } from '#contract/stock/claims/schemes.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { today } from '#web/core/ui/today.ts';
import classes from './WhoMayBuy.module.css';

const answers = {
  organic: { icon: IconCircleCheck, text: marketTexts.yes, tone: 'yes' },
  inConversion: { icon: IconAlertTriangle, text: marketTexts.asInConversion, tone: 'part' },
  madeWithOrganic: { icon: IconAlertTriangle, text: marketTexts.asMadeWith, tone: 'part' },
  none: { icon: IconCircleX, text: marketTexts.no, tone: 'no' },
} as const;

function Answer({ status }: Pick<MarketAccess, 'status'>) {
  const { icon: Icon, text, tone } = answers[status ?? 'none'];
  return (
    <strong className={classes.answer} data-tone={tone}>
      <Icon size={16} aria-hidden /> {text}
    </strong>
  );
}

/** The share under a scheme, with marks at its thresholds. */
function ShareBar({ scheme, percent }: Pick<MarketAccess, 'scheme' | 'percent'>) {
  if (scheme === null || percent === null) return null;
  const { organicFrom, madeWithOrganicFrom } = schemeRules[scheme];
  const marks = [organicFrom, madeWithOrganicFrom].flatMap((each) => each ?? []);
  return (
    <>
      <div className={classes.share}>
        <span>{marketTexts.share(schemeLabels[scheme])}</span>
        <strong>{formatPercent(percent)}</strong>
      </div>
      <div className={classes.bar} aria-hidden>
        <span className={classes.filled} style={{ width: `${percent}%` }} />
        {marks.map((mark) => (
          <span key={String(mark)} className={classes.mark} style={{ insetInlineStart: `${mark}%` }} />
        ))}
      </div>
    </>
  );
}

function Market({ label, children }: { label: string; children: ReactNode }) {
  return (
    <li>
      <span className={classes.market}>{label}</span>
      {children}
    </li>
  );
}

/** Each market with its answer; without a claim anybody may buy. */
export function Markets({ markets }: { markets: readonly MarketAccess[] }) {
  return (
    <ul className={classes.markets}>
      {markets.map(({ market, scheme, status, percent, why }) => (
        <Market key={market} label={marketLabels[market]}>
          <Answer status={status} />
          <ShareBar scheme={scheme} percent={percent} />
          {why.map(({ text, link }) => (
            <span key={text} className={classes.why}>
              {link === null ? text : <Link to={link}>{text}</Link>}
            </span>
          ))}
        </Market>
      ))}
      <Market label={marketTexts.noClaim}>
        <Answer status="organic" />
        <span className={classes.why}>{marketTexts.anybody}</span>
      </Market>
    </ul>
  );
}

export function WhoMayBuy({ lotId }: { lotId: number }) {
  const [day, setDay] = useState(today);
  const [typed, setTyped] = useState(day);
  const { data, error, refetch } = useQuery({
    ...queryOf(lotEndpoints.markets, { params: { id: lotId }, query: { on: day } }),
    placeholderData: keepPreviousData,
  });
  const change = (value: string) => {
    setTyped(value);
    if (isCalendarDate(value)) setDay(value);
  };
  return (
    <RecordSection heading={marketTexts.title}>
      <div className={classes.panel}>
        <div className={classes.day}>
          <DateField label={marketTexts.on} value={typed} onChange={change} />
        </div>
        {error && data === undefined && <LoadFailed failed={marketTexts.notLoaded} error={error} retry={refetch} />}
        {!error && data === undefined && <Loading panels={[2]} />}
        {data && <Markets markets={data} />}
      </div>
    </RecordSection>
  );
}
