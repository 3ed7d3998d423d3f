/** Where a lot's quantity is, as a bar and its legend: what left it, by the kind of movement, and the rest. */
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import type { LotWithMovements } from '#contract/stock/lots/lots.ts';
import { movementLabels } from '#contract/stock/movementTexts.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import classes from './WhereIs.module.css';

export function WhereIs({ lot: { wentTo, unit, onHandQty } }: { lot: LotWithMovements }) {
  if (wentTo.length === 0) return null;
  const parts = [
    ...[...Map.groupBy(wentTo, ({ kind }) => kind)].map(([kind, some]) => ({
      part: kind === 'lost' || kind === 'wasted' ? 'lost' : 'gone',
      label: movementLabels[kind],
      quantity: sumOfQuantities(some.map(({ quantity }) => quantity)),
    })),
    { part: 'left', label: lotTexts.left, quantity: onHandQty },
  ];
  return (
    <RecordSection heading={lotTexts.whereIs}>
      <div className={classes.bar} aria-hidden>
        {parts.map(
          ({ label, part, quantity }) =>
            quantity > 0 && <span key={label} data-part={part} style={{ flexGrow: quantity }} />,
        )}
      </div>
      <ul className={classes.legend} aria-label={lotTexts.whereIs}>
        {parts.map(({ label, part, quantity }) => (
          <li key={label} data-part={part}>
            {label} <strong>{formatQuantityWithUnit(quantity, unit)}</strong>
          </li>
        ))}
      </ul>
    </RecordSection>
  );
}
