/** The few figures that a raw material or a product is looked up for. */
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { formatDaysAhead, formatDate, formatQuantityWithUnit, formatRupees } from '#contract/core/values/format.ts';
import { overviewTexts } from '#contract/core/overviewParts.ts';
import { itemOverviewTexts, type ItemOverview } from '#contract/stock/items/itemOverview.ts';
import { onHandText } from '#contract/stock/items/materialStock.ts';
import { itemLabels } from '#contract/stock/items/items.ts';
import { daysUntil } from '#contract/core/values/dates.ts';
import { Facts, type Fact } from '#web/core/ui/Facts.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import { today } from '#web/core/ui/today.ts';
import classes from './ItemFacts.module.css';

const texts = itemOverviewTexts;

function onHand({ freeQty, onHoldQty, unit }: ItemOverview): Fact {
  return {
    label: texts.onHand,
    value: onHandText(sumOfQuantities([freeQty, onHoldQty]), onHoldQty, unit),
    below: texts.free(formatQuantityWithUnit(freeQty, unit)),
    isMain: true,
  };
}

function reorder({ freeQty, reorderLevel, unit }: ItemOverview, setLevel: (() => void) | undefined): Fact {
  if (reorderLevel === null) {
    const set = setLevel && (
      <button type="button" className={classes.set} onClick={setLevel}>
        {texts.setReorderLevel}
      </button>
    );
    return { label: itemLabels.reorderLevel, value: texts.noReorderLevel, below: set };
  }
  const short = sumOfQuantities([reorderLevel, -freeQty]);
  return {
    label: itemLabels.reorderLevel,
    value: <Quantity quantity={reorderLevel} unit={unit} />,
    below: short > 0 && <span className={classes.bad}>{texts.below(formatQuantityWithUnit(short, unit))}</span>,
  };
}

function lasts({ lastsDays, usedQty, unit }: ItemOverview): Fact {
  if (lastsDays === null) return { label: texts.lasts, value: texts.notUsed };
  return {
    label: texts.lasts,
    value: overviewTexts.days(lastsDays),
    below: texts.used(formatQuantityWithUnit(usedQty, unit)),
  };
}

function expiry({ nextExpiry, unit }: ItemOverview): Fact {
  if (nextExpiry === null) return { label: texts.nextExpiry, value: '—', below: texts.noExpiry };
  const left = daysUntil(today(), nextExpiry.day);
  const when = left < 0 ? <span className={classes.bad}>expired</span> : formatDaysAhead(left);
  return {
    label: texts.nextExpiry,
    value: formatDate(nextExpiry.day),
    below: (
      <>
        {when}, {formatQuantityWithUnit(nextExpiry.quantity, unit)}
      </>
    ),
  };
}

function worth({ value, withoutPrice }: ItemOverview): Fact {
  return {
    label: texts.value,
    value: value === null ? texts.valueUnknown : formatRupees(value),
    below: withoutPrice > 0 && texts.withoutPrice(withoutPrice),
  };
}

interface ItemFactsProps {
  overview: ItemOverview;
  /** Opens the stock settings, for users who may change them. */
  onSetLevel?: () => void;
}

export function ItemFacts({ overview, onSetLevel }: ItemFactsProps) {
  return (
    <Facts
      facts={[onHand(overview), reorder(overview, onSetLevel), lasts(overview), expiry(overview), worth(overview)]}
    />
  );
}
