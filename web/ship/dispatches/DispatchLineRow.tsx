/** A line of a dispatch: product and quantity, and the batches that give it, of which each can be overtyped. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { formatDate, formatQuantity } from '#contract/core/values/format.ts';
import { allocationTexts } from '#contract/stock/lots/allocationOrder.ts';
import { isExpiredOn } from '#contract/stock/lots/afterExpiry.ts';
import { soldAsTexts } from '#contract/stock/claims/soldAs.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { clearFaults } from '#web/core/form/lines.ts';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { ProductField } from '#web/make/goods/ProductField.tsx';
import { Quantity } from '#web/core/ui/Quantity.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import type { DispatchDraft, DispatchLineDraft } from './dispatchDraft.ts';
import classes from './DispatchForm.module.css';
import type { Refusal } from './useSoldAs.ts';
import {
  heldFirstText,
  heldText,
  inStockOf,
  sendsFaultOf,
  shortageOf,
  type BatchLot,
  type Send,
  type Split,
} from './splitLines.ts';

interface DispatchLineRowProps {
  form: UseFormReturnType<DispatchDraft>;
  line: DispatchLineDraft;
  index: number;
  /** Undefined while its batches are loading. */
  split: Split | undefined;
  refusals: ReadonlyMap<number, Refusal>;
  /** Sentences about batches after their date, by lot. */
  expired: ReadonlyMap<number, string>;
  remove: (index: number) => void;
}

export function DispatchLineRow({ form, line, index, split, refusals, expired, remove }: DispatchLineRowProps) {
  const { item } = line;
  const number = index + 1;
  const quantity = form.getInputProps(`lines.${index}.quantity`);
  const shortage = shortageOf(line, split);
  const sendsFault = sendsFaultOf(line, split);
  const fault = shortage ?? sendsFault;
  const hint = hintOf(line, split);
  const [isOpen, setOpen] = useState(false);
  const rows = (isOpen ? split?.offered : split?.sends) ?? [];
  const others = split ? split.offered.length - split.sends.length : 0;
  const held = split?.held ?? [];
  const left = split && `${formatQuantity(fromThousandths(split.available))} left`;
  return (
    <div role="group" aria-label={`Line ${number}`} className={classes.line}>
      <div className={classes.product}>
        <ProductField
          {...form.getInputProps(`lines.${index}.item`)}
          label="Product"
          placeholder="Product or batch number"
          required
          findsBatches
          classNames={{ label: classes.label }}
          product={item}
          onChoose={({ itemId, name: itemName, unit, batch }) => {
            const chosen = { itemId, itemName, unit };
            const first = { firstLotId: batch?.lotId ?? null, firstLotCode: batch?.code ?? '' };
            // The quantity's error belonged to the previous product.
            clearFaults(form, `lines.${index}`);
            form.setFieldValue(`lines.${index}`, { ...line, item: chosen, sends: [], ...first });
          }}
        />
        <p className={classes.hint}>
          {hint}
          {line.sends.length > 0 && (
            <>
              {' · '}
              <Button
                variant="transparent"
                size="compact-xs"
                className={classes.again}
                onClick={() => form.setFieldValue(`lines.${index}.sends`, [])}
              >
                Propose again
              </Button>
            </>
          )}
          {others > 0 && !isOpen && (
            <>
              {hint && ' · '}
              <Button variant="transparent" size="compact-xs" className={classes.again} onClick={() => setOpen(true)}>
                {others === 1 ? '1 other batch' : `${others} other batches`}
              </Button>
            </>
          )}
        </p>
      </div>
      <NumberField
        {...quantity}
        label="Quantity"
        required
        classNames={{ label: classes.label }}
        suffix={item?.unit}
        value={line.quantity}
        description={split && [left, heldText(split, item?.unit ?? '')].filter(Boolean).join(', ')}
        // The shortage is shown beside the batches, where there is room for it.
        error={shortage !== undefined || quantity.error}
      />
      <div className={classes.split}>
        {rows.length + held.length > 0 && (
          <ul aria-label={`Batches of line ${number}`} className={classes.batches}>
            {rows.map((send) => (
              <BatchRow
                key={send.lot.lotId}
                form={form}
                line={line}
                index={index}
                send={send}
                isWrong={!!sendsFault}
                refusal={refusals.get(send.lot.lotId)}
                expired={expired.get(send.lot.lotId)}
              />
            ))}
            {held.map((lot) => (
              <HeldRow key={lot.lotId} lot={lot} unit={item?.unit ?? ''} />
            ))}
          </ul>
        )}
        {fault && (
          <p role="alert" className={classes.fault}>
            {fault}
          </p>
        )}
      </div>
      <span className={classes.remove}>
        <RowAction label={`Remove line ${number}`} title="Remove this line" onClick={() => remove(index)}>
          <IconX size={16} />
        </RowAction>
      </span>
    </div>
  );
}

/** Where the batches of a line come from, and why not from the one that it was begun with. */
function hintOf(line: DispatchLineDraft, split: Split | undefined): string {
  return split ? [heldFirstText(line, split), sendsText(line, split)].filter(Boolean).join(' · ') : '';
}

function sendsText({ sends, firstLotId }: DispatchLineDraft, split: Split): string {
  const sending = split.sends.filter(({ quantity }) => quantity > 0).length;
  const count = sending || split.sends.length;
  if (count === 0) return '';
  const batches = count === 1 ? '1 batch' : `${count} batches`;
  if (sends.length > 0) return `${batches}, as entered`;
  const first = split.sends.find(({ lot }) => lot.lotId === firstLotId);
  if (first) return count === 1 ? batches : `${batches}, ${first.lot.code} first`;
  return count === 1 ? batches : `${batches}, ${allocationTexts.earliestFirst}`;
}

interface BatchRowProps extends Pick<DispatchLineRowProps, 'form' | 'line' | 'index'> {
  send: Send;
  isWrong: boolean;
  refusal: Refusal | undefined;
  expired: string | undefined;
}

function BatchRow({ form, line, index, send, isWrong, refusal, expired }: BatchRowProps) {
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

/** A batch that gives nothing, and why. */
function HeldRow({ lot, unit }: { lot: BatchLot; unit: string }) {
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
