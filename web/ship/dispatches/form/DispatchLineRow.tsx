/** A line of a dispatch: product and quantity, and the batches that give it, of which each can be overtyped. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { formatQuantity } from '#contract/core/values/format.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { dispatchLineLabels } from '#contract/ship/dispatchTexts.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { clearFaults } from '#web/core/form/lines.ts';
import { ProductField } from '#web/make/goods/ProductField.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import type { DispatchValues, DispatchLineValues } from '../dispatchValues.ts';
import classes from './DispatchLines.module.css';
import type { Refusal } from './useSoldAs.ts';
import { HeldRow, SendRow } from './SendRow.tsx';
import { heldText, hintOf, sendsFaultOf, shortageOf } from './lineTexts.ts';
import type { Split } from './splitLines.ts';

interface DispatchLineRowProps {
  form: UseFormReturnType<DispatchValues>;
  line: DispatchLineValues;
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
          label={dispatchLineLabels.product}
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
        label={dispatchLineLabels.quantity}
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
              <SendRow
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
