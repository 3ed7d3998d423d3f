/** Quantity, product, dates, claim and yield of a batch. */
import { claimTexts } from '#contract/stock/claims/claims.ts';
import { formatDate, formatPercent } from '#contract/core/values/format.ts';
import type { GoodRecord } from '#contract/make/goods.ts';
import type { LotWithMovements } from '#contract/stock/lots/lots.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import type { RunWithClaims } from '#contract/make/runs.ts';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { ClaimProof, ClaimValue } from '#web/stock/lots/LotClaim.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { WriteOffLink } from '#web/stock/lots/WriteOffLink.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import { GoodStatusPill } from './goodColumns.tsx';

interface GoodFactsProps {
  good: GoodRecord;
  run?: RunWithClaims;
  lot?: LotWithMovements;
}

export function GoodFacts({ good, run, lot }: GoodFactsProps) {
  const { unit } = good;
  const yieldPercent = run?.yield.yieldPercent ?? null;
  return (
    <Facts
      facts={[
        {
          label: 'Left',
          value: <Quantity quantity={good.leftQty} unit={unit} />,
          below: (
            <>
              of <Quantity quantity={good.quantity} unit={unit} /> made
              {run?.status === 'in_progress' && `, ${lotTexts.ofRunInProgress}`} {lot && <WriteOffLink lot={lot} />}
            </>
          ),
          isMain: true,
        },
        {
          label: 'Product',
          value: <ItemLink productId={good.productId} name={good.productName} />,
          below: <GoodStatusPill status={good.status} />,
        },
        {
          label: 'Made',
          value: good.manufactureDate ? formatDate(good.manufactureDate) : '—',
          below: run && <DocumentLink kind="run" id={run.runId} label={`Production ${run.runId}`} />,
        },
        {
          label: 'Expires',
          value: good.expiryDate ? formatDate(good.expiryDate) : '—',
          below: lot && lot.state !== 'released' && <LotStatePill state={lot.state} />,
        },
        ...(lot ? [{ label: claimTexts.claim, value: <ClaimValue lot={lot} />, below: <ClaimProof lot={lot} /> }] : []),
        { label: 'Yield', value: yieldPercent === null ? '—' : formatPercent(yieldPercent) },
      ]}
    />
  );
}
