/** The lines of an inward as a grid for keyboard entry, with the totals below. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, useId, useState, type ClipboardEvent } from 'react';
import { flushSync } from 'react-dom';
import { formatAmount, formatRupees } from '#contract/core/values/format.ts';
import { inwardTotalLabels, inwardLineLabels, inwardLabels, inwardTexts } from '#contract/buy/inwardTexts.ts';
import { importTexts } from '#contract/stock/importing.ts';
import { ApiError, whyOf } from '#web/core/api/client.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import type { ReadTable } from '#web/core/sheets/readTable.ts';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import { keptLine } from '../inwardBody.ts';
import {
  type InwardInForm,
  type InwardLine,
  type InwardValues,
  filledLines,
  isFilled,
  totalsOf,
} from '../inwardValues.ts';
import type { FilledDown, NumberPlace } from './pastedLines.ts';
import type { FindCertificateNumber } from './useCertificateNumbers.ts';
import { LinesFromFile } from './LinesFromFile.tsx';
import { InwardLineRow } from './InwardLineRow.tsx';
import lineClasses from '#web/core/form/lines.module.css';
import classes from './InwardLines.module.css';

const LinesDialog = lazyComponent(async () => (await import('./LinesDialog.tsx')).LinesDialog);

/** The sentence of a file or of pasted cells that cannot be read, or of a call. */
const whyNot = (fault: unknown) =>
  fault instanceof Error && !(fault instanceof ApiError) ? { reason: fault.message } : whyOf(fault);

/** The field that Enter goes to from an empty line; from the last of a filled line it goes to a new line. */
export const BELOW_LINES = 'totalGst';

interface InwardLinesProps {
  form: UseFormReturnType<InwardValues>;
  /** The edited inward. */
  stored?: InwardInForm;
  certificateNumberOf: FindCertificateNumber;
  add: () => void;
  remove: (index: number) => void;
}

/** The quantity or price that is pasted into; undefined for other fields. */
function placeOf(target: EventTarget): NumberPlace | undefined {
  const path = target instanceof HTMLElement ? target.dataset.path : undefined;
  const [, index, name] = path?.split('.') ?? [];
  return name === 'quantity' || name === 'pricePerUnit' ? { index: Number(index), name } : undefined;
}

export function InwardLines({ form, stored, certificateNumberOf, add, remove }: InwardLinesProps) {
  const totals = totalsOf(form.values);
  const gst = useId();
  /** Tables that leave something open. */
  const [asking, setAsking] = useState<readonly ReadTable[]>();
  const last = form.values.rawMaterials.length - 1;
  /** New lines come below filled ones. The focus stays at them: at the first with a fault. */
  const append = (lines: InwardLine[]) => {
    const filled = filledLines(form.getValues().rawMaterials);
    const paths = lines.flatMap((line, index) =>
      (['material', 'quantity', 'pricePerUnit'] as const)
        // Marks empty cells as faults, as leaving or saving a typed line does.
        .filter((name) => (name === 'material' ? line.unknownName !== '' : line[name] !== ''))
        .map((name) => `rawMaterials.${filled.length + index}.${name}`),
    );
    const faults = flushSync(() => {
      form.setFieldValue('rawMaterials', [...filled, ...lines]);
      return paths.filter((path) => form.validateField(path).hasError);
    });
    form.getInputNode(faults[0] ?? `rawMaterials.${filled.length}.material`)?.focus();
  };
  /** A column of numbers goes down from the quantity or price that it was pasted into. */
  const fillDown = ({ lines, surplus }: FilledDown, { name }: NumberPlace) => {
    flushSync(() => form.setFieldValue('rawMaterials', lines));
    for (const [index, line] of lines.entries()) {
      if (line[name] !== '') form.validateField(`rawMaterials.${index}.${name}`);
    }
    if (surplus > 0) toastFailed(inwardTexts.pastedBeyond(surplus));
  };
  /** Takes the lines of a file or of pasted cells, after asking what they leave open. */
  const take = async (tables: readonly ReadTable[]) => {
    const taken = await (await import('./pastedLines.ts')).unaskedLines(tables);
    if (taken === undefined) {
      setAsking(tables);
      return;
    }
    if (taken.lines.length === 0) throw new Error(importTexts.noRows);
    append(taken.lines);
    if (taken.unused.length > 0) toastDone(inwardTexts.notUsed(taken.unused));
  };
  /** Other cells of a spreadsheet become lines. */
  const paste = (event: ClipboardEvent) => {
    const pasted = event.clipboardData.getData('text/plain');
    if (!/[\t\n]/.test(pasted.trim())) return;
    event.preventDefault();
    const place = placeOf(event.target);
    import('./pastedLines.ts')
      .then(async ({ filledDown }) => {
        const filled = place && filledDown(pasted, place, form.getValues().rawMaterials);
        if (filled) fillDown(filled, place);
        else await take([(await import('#web/core/sheets/pastedCells.ts')).pastedTable(pasted.trimEnd())]);
      })
      .catch((fault: unknown) => toastFailed(inwardTexts.pasteFailed, whyNot(fault)));
  };
  return (
    <div className={`${lineClasses.lines} ${classes.lines}`} onPaste={paste}>
      <div className={lineClasses.headings} aria-hidden>
        <span>{inwardLabels.rawMaterials}</span>
        <span>In stock</span>
        <span>{inwardLineLabels.quantity}</span>
        <span>{inwardLineLabels.pricePerUnit}</span>
        <span>{inwardTotalLabels.lineTotal}</span>
      </div>
      <div>
        {form.values.rawMaterials.map((line, index) => (
          <InwardLineRow
            key={line.key}
            form={form}
            line={line}
            index={index}
            inwardId={stored?.inwardId}
            keptCode={keptLine(line, stored)?.lotCode}
            certificateNumber={
              line.material ? certificateNumberOf(line.material.rawMaterialId, form.values.inwardDate) : undefined
            }
            // After the last line only the GST remains.
            emptyGoesTo={index > 0 && index === last && !isFilled(line) ? BELOW_LINES : undefined}
            remove={remove}
          />
        ))}
      </div>
      <div className={lineClasses.add}>
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add}>
          Add line
        </Button>
        <LinesFromFile
          onRead={(tables) => {
            take(tables).catch((fault: unknown) => toastFailed(inwardTexts.fileFailed, whyNot(fault)));
          }}
        />
        {asking && (
          <Suspense>
            <LinesDialog
              tables={asking}
              onRead={(lines) => {
                setAsking(undefined);
                append(lines);
              }}
              onClose={() => setAsking(undefined)}
            />
          </Suspense>
        )}
      </div>
      <dl className={lineClasses.totals}>
        <div>
          <dt>{inwardTotalLabels.subTotal}</dt>
          <dd>{formatAmount(totals.subTotal)}</dd>
        </div>
        <div className={classes.gst}>
          <dt>
            <label htmlFor={gst}>{inwardLabels.totalGst}</label>
          </dt>
          <dd>
            <NumberField
              {...form.getInputProps('totalGst')}
              id={gst}
              placeholder="0.00"
              data-proposed
              value={form.values.totalGst}
            />
          </dd>
        </div>
        <div className={classes.grand}>
          <dt>{inwardLabels.grandTotal}</dt>
          <dd>
            <output>{formatRupees(totals.grandTotal)}</output>
          </dd>
        </div>
      </dl>
    </div>
  );
}
