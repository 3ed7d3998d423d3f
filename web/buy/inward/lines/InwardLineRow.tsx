import type { UseFormReturnType } from '@mantine/form';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconX } from '@tabler/icons-react';
import { memo, useRef, useState } from 'react';
import { amountText } from '#contract/core/values/numbers.ts';
import { formatAmount, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { inwardLineLabels } from '#contract/buy/inwardTexts.ts';
import { isProposedCode } from '#contract/stock/lots/codes.ts';
import type { StockRecord } from '#contract/stock/items/materialStock.ts';
import { WARNING_DEBOUNCE_MS, warningProps, WarningsLiveRegion } from '#web/core/form/fields/FieldWarning.tsx';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { MaterialField, useBalance } from '#web/stock/items/MaterialField.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import { type InwardLine, type InwardValues, totalOfLine } from '../inwardValues.ts';
import lineClasses from '#web/core/form/lines.module.css';
import classes from './InwardLines.module.css';
import { changeText } from '#web/stock/items/priceChangeText.ts';
import { lastLine } from './lastLine.ts';
import { materialChoice } from '#web/stock/items/materialChoice.ts';
import { LineLot } from './LineLot.tsx';
import { lineWarnings, type PriceChange } from './lineWarnings.ts';

interface InwardLineRowProps {
  form: UseFormReturnType<InwardValues>;
  line: InwardLine;
  index: number;
  /** The edited inward. */
  inwardId?: number;
  /** The code of the lot that it keeps. */
  keptCode: string | undefined;
  /** The number of the certificate that covers the material. */
  certificateNumber: string | undefined;
  /** Where Enter goes from its empty material; undefined if it goes to the quantity. */
  emptyGoesTo: string | undefined;
  remove: (index: number) => void;
}

const lotFields = [
  'code',
  'supplierLotNumber',
  'expiresOn',
  'claim',
  'overrideReason',
  'transactionCertificate',
] as const;
const labelClasses = { label: lineClasses.label };

/** Memoized by content, since the form recreates all lines with each keystroke. */
export const InwardLineRow = memo(Row, (before, now) => memoKey(before) === memoKey(now));

function memoKey({ form, line, index, keptCode, certificateNumber, emptyGoesTo }: InwardLineRowProps): string {
  const faults = Object.keys(line).map((field) => form.errors[`rawMaterials.${index}.${field}`]);
  const { supplier, inwardDate } = form.values;
  return JSON.stringify([index, line, faults, keptCode, certificateNumber, emptyGoesTo, supplier?.value, inwardDate]);
}

function Row({ form, line, index, inwardId, keptCode, certificateNumber, emptyGoesTo, remove }: InwardLineRowProps) {
  const { material } = line;
  const number = index + 1;
  const balance = useBalance(material);
  const { data: last } = useQuery({
    ...lastLine(material?.rawMaterialId ?? 0, { exceptId: inwardId, until: form.values.inwardDate }),
    enabled: material !== null,
  });
  const [debounced] = useDebouncedValue(line, WARNING_DEBOUNCE_MS);
  const warnings = lineWarnings(debounced, last);
  const { change } = warnings;
  const total = totalOfLine(line);
  const choose = useMaterialChoice(form, line.key, inwardId);
  /** A number that was read from a file or pasted; how it was read is shown until another one is typed. */
  const readNumber = (field: 'quantity' | 'pricePerUnit', reading: 'quantityReading' | 'priceReading') => {
    const { onChange, ...input } = form.getInputProps(`rawMaterials.${index}.${field}`);
    const type = (value: string) => {
      onChange(value);
      if (line[reading] !== '') form.setFieldValue(`rawMaterials.${index}.${reading}`, '');
    };
    return { ...input, onChange: type };
  };
  const quantity = readNumber('quantity', 'quantityReading');
  const price = readNumber('pricePerUnit', 'priceReading');

  const [opened, setOpened] = useState(false);
  // A fault in a folded field must be seen.
  const hasFault = lotFields.some((name) => Boolean(form.errors[`rawMaterials.${index}.${name}`]));

  return (
    <div
      role="group"
      aria-label={`Line ${number}`}
      className={lineClasses.line}
      onKeyDown={(event) => {
        if (!event.altKey || event.code !== 'KeyL' || material === null) return;
        event.preventDefault();
        setOpened(!opened);
      }}
    >
      <MaterialField
        {...form.getInputProps(`rawMaterials.${index}.material`)}
        material={material}
        unmatched={
          line.unknownName === ''
            ? undefined
            : {
                name: line.unknownName,
                drop: () => form.setFieldValue(`rawMaterials.${index}.unknownName`, ''),
              }
        }
        onChoose={choose}
        classNames={labelClasses}
        data-empty-goes-to={emptyGoesTo}
      />
      <span className={classes.stock}>
        <span className={lineClasses.caption}>In stock </span>
        {material && balance !== undefined && formatQuantityWithUnit(balance, material.unit)}
      </span>
      <NumberField
        {...quantity}
        label={inwardLineLabels.quantity}
        required
        classNames={labelClasses}
        suffix={material?.unit}
        value={line.quantity}
        {...warningProps(warnings.quantity, { error: quantity.error, hint: line.quantityReading || undefined })}
      />
      <NumberField
        {...price}
        label={inwardLineLabels.pricePerUnit}
        required
        classNames={labelClasses}
        value={line.pricePerUnit}
        {...warningProps(warnings.price, {
          error: price.error,
          hint: line.priceReading || (change && <Change {...change} />),
        })}
      />
      <output className={classes.total} aria-label={`Total of line ${number}`}>
        {total === undefined ? '—' : formatAmount(total)}
      </output>
      <WarningsLiveRegion warnings={[...warnings.quantity, ...warnings.price]} />
      <span className={classes.remove}>
        <RowAction label={`Remove line ${number}`} title="Remove this line" onClick={() => remove(index)}>
          <IconX size={16} />
        </RowAction>
      </span>
      {material && (
        <LineLot
          form={form}
          line={line}
          index={index}
          keptCode={keptCode}
          certificateNumber={certificateNumber}
          opened={opened || hasFault}
          onToggle={() => setOpened(!opened)}
        />
      )}
    </div>
  );
}

/** How the price changed since the last inward of the material. */
function Change({ last, percent, isLarge }: PriceChange) {
  return (
    <span className={classes.change} data-large={isLarge || undefined}>
      {changeText(percent)}, last {formatAmount(last)}
    </span>
  );
}

/** Whether a stored line has the code that Godown proposed for its material: it would mislead on another one. */
function isProposed(line: InwardLine | undefined): boolean {
  return line?.id !== undefined && line.material !== null && isProposedCode(line.code, line.material.rawMaterialName);
}

/** Sets a line's material and suggests its last price in place of that of another one, unless a price was typed. */
function useMaterialChoice(form: UseFormReturnType<InwardValues>, key: string, inwardId: number | undefined) {
  const queryClient = useQueryClient();
  const suggested = useRef('');
  const findIndex = () => form.getValues().rawMaterials.findIndex((line) => line.key === key);
  return (material: StockRecord) => {
    const index = findIndex();
    const line = form.getValues().rawMaterials[index];
    if (isProposed(line)) form.setFieldValue(`rawMaterials.${index}.code`, '');
    form.setFieldValue(`rawMaterials.${index}.material`, materialChoice.parse(material));
    form.setFieldValue(`rawMaterials.${index}.unknownName`, '');
    // They say the unit of the material before.
    form.setFieldValue(`rawMaterials.${index}.quantityReading`, '');
    form.setFieldValue(`rawMaterials.${index}.priceReading`, '');
    const isSuggested = form.getValues().rawMaterials[index]?.pricePerUnit === suggested.current;
    if (isSuggested) form.setFieldValue(`rawMaterials.${index}.pricePerUnit`, '');
    queryClient
      .fetchQuery(lastLine(material.rawMaterialId, { exceptId: inwardId, until: form.getValues().inwardDate }))
      .then(({ pricePerUnit }) => {
        const indexNow = findIndex();
        const lineNow = form.getValues().rawMaterials[indexNow];
        const isUnpriced = lineNow?.pricePerUnit === '' && lineNow.material?.rawMaterialId === material.rawMaterialId;
        if (isUnpriced && pricePerUnit !== null) {
          suggested.current = amountText(pricePerUnit);
          form.setFieldValue(`rawMaterials.${indexNow}.pricePerUnit`, suggested.current);
        }
      })
      .catch((fault: unknown) => console.error('The last price could not be loaded:', fault));
  };
}
