/** How many labels of which lots, on which paper. */
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { limits } from '#contract/core/fields.ts';
import {
  labelTexts,
  MAX_LABELS,
  papers,
  quantityOf,
  willPrintText,
  type LabelLot,
  type Paper,
} from '#contract/stock/labels/labelTexts.ts';
import { fieldTexts } from '#contract/core/sharedTexts.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { Popup } from '#web/core/ui/dialogs/Popup.tsx';
import { isTooLongForLabel } from './codeSize.ts';
import { Label } from './Label.tsx';
import { LabelSheets } from './LabelSheets.tsx';
import classes from './Labels.module.css';

interface LabelsDialogProps {
  lots: readonly LabelLot[];
  onClose: () => void;
}

const paperOptions = [
  { value: 'roll', label: papers.roll.label },
  { value: 'sheet', label: papers.sheet.label },
] as const;

/** One label for each piece of a batch, if its unit is counted. */
function proposedCount([lot, ...others]: readonly LabelLot[]): string {
  if (!lot || others.length > 0 || lot.origin !== 'produced' || !Number.isInteger(lot.quantityIn)) return '1';
  return String(Math.min(MAX_LABELS, lot.quantityIn));
}

function faultOf(count: number | undefined, lots: number): string | undefined {
  if (count === undefined || !Number.isInteger(count) || count < 1) return labelTexts.countInvalid;
  return count * lots > MAX_LABELS ? labelTexts.tooMany : undefined;
}

export function LabelsDialog({ lots, onClose }: LabelsDialogProps) {
  const [paper, setPaper] = useState<Paper>('roll');
  const [typed, setTyped] = useState(() => proposedCount(lots));
  const [first] = lots;
  const [quantity, setQuantity] = useState(() => (first && lots.length === 1 ? quantityOf(first) : ''));
  const [fault, setFault] = useState<string>();
  const [isPrinting, setPrinting] = useState(false);
  const textOf = (lot: LabelLot) => (lots.length === 1 ? quantity : quantityOf(lot));
  const count = numberOf(typed) ?? 0;
  const tooLong = lots.filter(({ code }) => isTooLongForLabel(code)).map(({ code }) => code);
  const quantityFault = quantity.length > limits.unit ? fieldTexts.tooLong(limits.unit) : undefined;
  return (
    <Popup opened onClose={onClose} title={labelTexts.title} size="md" withClose>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          event.preventDefault();
          const next = faultOf(numberOf(typed), lots.length);
          setFault(next);
          if (next === undefined && quantityFault === undefined) setPrinting(true);
        }}
      >
        <div className={classes.pair}>
          <SelectField
            label={labelTexts.paper}
            data={[...paperOptions]}
            allowDeselect={false}
            value={paper}
            onChange={(chosen) => setPaper(chosen ?? 'roll')}
          />
          <NumberField data-autofocus label={labelTexts.count} value={typed} onChange={setTyped} error={fault} />
        </div>
        {lots.length === 1 && (
          <TextInput
            label={labelTexts.quantity}
            value={quantity}
            onChange={({ currentTarget: { value } }) => setQuantity(value)}
            error={quantityFault}
          />
        )}
        {first && (
          <div className={classes.preview} role="img" aria-label={labelTexts.labelOf(first.code)}>
            <Label lot={first} quantity={textOf(first)} />
          </div>
        )}
        {tooLong.length > 0 && <p role="alert">{labelTexts.codesTooLong(tooLong)}</p>}
        {/* Stays while nothing can be printed, so that screen readers announce its next text. */}
        <p role="status" className={classes.willPrint}>
          {faultOf(numberOf(typed), lots.length) === undefined &&
            willPrintText(count * lots.length, lots.length, paper)}
        </p>
        <Group justify="flex-end" gap={8}>
          <Button variant="subtle" color="gray" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">{labelTexts.print}</Button>
        </Group>
      </form>
      {isPrinting && (
        <LabelSheets
          labels={lots.flatMap((lot) => Array.from({ length: count }, () => ({ lot, quantity: textOf(lot) })))}
          paper={paper}
          onPrinted={() => setPrinting(false)}
        />
      )}
    </Popup>
  );
}
