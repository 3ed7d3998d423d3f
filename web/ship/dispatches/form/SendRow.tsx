/** A batch of a dispatch's line: its stock, and the quantity from it, which can be overtyped. */
import type { UseFormReturnType } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { formatDate } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { isExpiredOn } from '#contract/stock/lots/afterExpiry.ts';
import { soldAsTexts } from '#contract/stock/claims/soldAs.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import classes from './DispatchLines.module.css';
import type { DispatchLineValues, DispatchValues } from '../dispatchValues.ts';
import { inStockOf, type BatchLot, type Send } from './splitLines.ts';
import type { Refusal } from './useSoldAs.ts';

interface SendRowProps {
  form: UseFormReturnType<DispatchValues>;
  line: DispatchLineValues;
  index: number;
  send: Send;
  isWrong: boolean;
  refusal: Refusal | undefined;
  /** The sentence about a batch after its date. */
  expired: string | undefined;
}

export function SendRow({ form, line, index, send, isWrong, refusal, expired }: SendRowProps) {
  const { lot, left, quantity, typed } = send;
  const unit = line.item?.unit ?? '';
  const isExpired = isExpiredOn(lot.expiresOn, form.values.dispatchDate);
  const type = (text: string) => {
    const others = line.sends.filter(({ lotId }) => lotId !== lot.lotId);
    form.setFieldValue(`lines.${index}.sends`, [...others, { lotId: lot.lotId, lotCode: lot.code, quantity: text }]);
  };
  return (
    <li>
      <span className={classes.code}>
        <strong>{lot.code}</strong>
        {lot.state !== 'released' && <LotStatePill state={lot.state} />}
      </span>
      <span className={classes.expires} data-expired={isExpired || undefined}>
        {lot.expiresOn ? formatDate(lot.expiresOn) : '—'}
        {isExpired && ' expired'}
      </span>
      <span className={classes.left}>
        <Quantity quantity={fromThousandths(left)} unit={unit} />
        <span className={classes.caption}> left</span>
      </span>
      <NumberField
        aria-label={`Send from ${lot.code}`}
        data-proposed
        data-path={`lines.${index}.sends`}
        error={isWrong && typed !== undefined}
        suffix={unit}
        value={typed ?? String(fromThousandths(quantity))}
        onChange={type}
      />
      <span className={classes.after}>
        <Quantity quantity={fromThousandths(Math.max(0, left - quantity))} unit={unit} />
        <span className={classes.caption}> left after</span>
      </span>
      {expired && (
        <span className={classes.refused} data-sent role="status">
          {expired}
        </span>
      )}
      {refusal && (
        <span className={classes.refused} data-sent={quantity > 0 || undefined} role="status">
          {refusal.text} {refusal.link !== null && <Link to={refusal.link}>{soldAsTexts.look}</Link>}
        </span>
      )}
    </li>
  );
}

/** A batch of which nothing can be sent, and why. */
export function HeldRow({ lot, unit }: { lot: BatchLot; unit: string }) {
  return (
    <li data-held>
      <strong>
        <LotLink lotId={lot.lotId} lotCode={lot.code} />
      </strong>
      <span className={classes.expires}>{lot.expiresOn ? formatDate(lot.expiresOn) : '—'}</span>
      <span className={classes.left}>
        <Quantity quantity={inStockOf(lot)} unit={unit} />
        <span className={classes.caption}> left</span>
      </span>
      <span className={classes.state}>
        <LotStatePill state={lot.state} />
      </span>
      {lot.stateReason && <span className={classes.reason}>{lot.stateReason}</span>}
    </li>
  );
}
