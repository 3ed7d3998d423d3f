/** The lots that a recall begins with: looked up one by one, with their common reach. */
import { Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { formatDate } from '#contract/core/values/format.ts';
import { lotEndpoints } from '#contract/stock/lots/lots.ts';
import { recallEndpoints } from '#contract/prove/recalls.ts';
import { recallLabels } from '#contract/prove/recallTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import type { ChosenLot } from './recallValues.ts';
import classes from './RecallForm.module.css';
import { lotsText, locationText } from './recallFigures.ts';

export function reachQuery(lots: readonly ChosenLot[]) {
  const lotIds = lots.map(({ lotId }) => lotId).join(',');
  return {
    ...queryOf(recallEndpoints.reach, { query: { lotIds } }),
    enabled: lots.length > 0,
  };
}

interface RecallLotsProps {
  lots: readonly ChosenLot[];
  onChange: (lots: ChosenLot[]) => void;
  error?: string;
}

export function RecallLots({ lots, onChange, error }: RecallLotsProps) {
  const { data: reach } = useQuery(reachQuery(lots));
  return (
    <Input.Wrapper data-span="12" error={error}>
      <div className={classes.lots}>
        <LookupField
          label={recallLabels.lots}
          required
          placeholder="Lot, batch or supplier's lot"
          endpoint={lotEndpoints.list}
          toChoice={({ lotId, code }) => ({ value: lotId, label: code })}
          hint={({ itemName, madeOrReceivedOn }) => `${itemName}, ${formatDate(madeOrReceivedOn)}`}
          chosen={null}
          onChoose={({ lotId, code, itemName }) => {
            if (!lots.some((lot) => lot.lotId === lotId)) onChange([...lots, { lotId, code, itemName }]);
          }}
          {...(error ? { error: ' ' } : {})}
        />
        <ul aria-label="Lots to begin with">
          {lots.map(({ lotId, code, itemName }) => (
            <li key={lotId}>
              {code} <small>{itemName}</small>
              <RowAction
                label={`Take out ${code}`}
                onClick={() => onChange(lots.filter((other) => other.lotId !== lotId))}
              >
                <IconX size={15} />
              </RowAction>
            </li>
          ))}
        </ul>
      </div>
      {lots.length > 0 && reach && (
        <p className={classes.reach} role="status">
          Reaches {lotsText(reach.lots)}: {locationText(reach)}.
        </p>
      )}
    </Input.Wrapper>
  );
}
