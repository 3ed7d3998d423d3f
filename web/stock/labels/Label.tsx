import { datesOf, type LabelLot } from '#contract/stock/labels/labelTexts.ts';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import classes from './Labels.module.css';
import { qrCodeOf } from './qrCode.ts';

interface LabelProps {
  lot: LabelLot;
  quantity: string;
}

/** One label, in sizes of its paper. */
export function Label({ lot, quantity }: LabelProps) {
  return (
    <div className={classes.label}>
      <img src={qrCodeOf(lot)} alt="" />
      <div>
        <strong className={classes.item}>{lot.itemName}</strong>
        <span className={classes.code}>{lot.code}</span>
        {quantity !== '' && <span>{quantity}</span>}
        {datesOf(lot).map((text) => (
          <span key={text}>{unbroken(text)}</span>
        ))}
      </div>
    </div>
  );
}
