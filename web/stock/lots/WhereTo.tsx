/** Destinations of a lot's quantity, as a bar and a list: by document, and the rest. */
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import type { LotWithMovements } from '#contract/stock/lots/lots.ts';
import { movementLabels } from '#contract/stock/movementTexts.ts';
import { lotTexts } from '#contract/stock/lots/lotTexts.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import classes from './WhereTo.module.css';

type WentTo = LotWithMovements['wentTo'][number];

const SHOWN = 10;

const keyOf = ({ kind, document }: WentTo) => `${kind} ${document.kind} ${document.id}`;
const isLost = ({ kind }: WentTo) => kind === 'lost' || kind === 'wasted';

function sumOf(went: readonly WentTo[]): number {
  return sumOfQuantities(went.map(({ quantity }) => quantity));
}

export function WhereTo({ lot }: { lot: LotWithMovements }) {
  const { wentTo, unit, onHandQty } = lot;
  if (wentTo.length === 0) return null;
  const shown = wentTo.slice(0, SHOWN);
  const others = wentTo.slice(SHOWN);
  const gone = wentTo.filter((each) => !isLost(each));
  const parts = [
    ...gone.map((each) => ({ key: keyOf(each), part: 'gone', quantity: each.quantity })),
    { key: 'lost', part: 'lost', quantity: sumOf(wentTo.filter(isLost)) },
    { key: 'left', part: 'left', quantity: onHandQty },
  ];
  return (
    <RecordSection heading={lotTexts.whereTo}>
      <div className={classes.bar} aria-hidden>
        {parts.map(({ key, part, quantity }) => (
          <span key={key} data-part={part} style={{ flexGrow: quantity }} hidden={quantity === 0} />
        ))}
      </div>
      <ul className={classes.list} aria-label={lotTexts.whereTo}>
        {shown.map((each) => (
          <li key={keyOf(each)} data-part={isLost(each) ? 'lost' : 'gone'}>
            <span>
              <Destination {...each} />
            </span>
            <Quantity quantity={each.quantity} unit={unit} />
          </li>
        ))}
        {others.length > 0 && (
          <li data-part="gone">
            <span>{lotTexts.others(others.length)}</span>
            <Quantity quantity={sumOf(others)} unit={unit} />
          </li>
        )}
        <li data-part="left">
          <span>{lotTexts.left}</span>
          <strong>{formatQuantityWithUnit(onHandQty, unit)}</strong>
        </li>
      </ul>
    </RecordSection>
  );
}

/** The document that took it, and the batches that a run produced from it, each as a link. */
function Destination({ kind, document, made }: WentTo) {
  return (
    <>
      {kind !== 'dispatched' && `${movementLabels[kind]}: `}
      <DocumentLink {...document} />
      {made.map(({ finishedGoodId, productName }) => (
        <span key={finishedGoodId}>
          {' · '}
          <DocumentLink kind="goods" id={finishedGoodId} label={productName} />
        </span>
      ))}
    </>
  );
}
