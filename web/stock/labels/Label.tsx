import { contentOf, datesOf, type LabelLot } from '#contract/stock/labels/labelTexts.ts';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import classes from './Labels.module.css';
import { codeSizeOf } from './codeSize.ts';
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
      <div data-size={codeSizeOf(lot.code)}>
        <strong className={classes.item}>{lot.itemName}</strong>
        <span className={classes.code} data-size={codeSizeOf(lot.code)}>
          {lot.code}
        </span>
        <span>{unbroken(contentOf(lot, quantity))}</span>
        {datesOf(lot).map((text) => (
          <span key={text}>{unbroken(text)}</span>
        ))}
        {lot.supplierName !== null && <span className={classes.supplier}>{lot.supplierName}</span>}
      </div>
    </div>
  );
}
