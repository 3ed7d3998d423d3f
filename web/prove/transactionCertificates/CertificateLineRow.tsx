/** A line of a transaction certificate: what was bought or sent, and how much of it is covered. */
import type { UseFormReturnType } from '@mantine/form';
import { IconX } from '@tabler/icons-react';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { transactionCertificateTexts } from '#contract/prove/transactionCertificates.ts';
import type { Scheme } from '#contract/stock/claims/schemes.ts';
import {
  coverTexts,
  mayCover,
  transactionCertificateLabels,
} from '#contract/stock/claims/transactionCertificateCover.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import type {
  CertificateLineValues,
  Choosable,
  DocumentLine,
  TransactionCertificateValues,
} from './transactionCertificateDefinition.ts';
import classes from './TransactionCertificateForm.module.css';

interface CertificateLineRowProps {
  form: UseFormReturnType<TransactionCertificateValues>;
  line: CertificateLineValues;
  index: number;
  choices: ReadonlyMap<number, Choosable>;
  /** By how much the stored line covers more than was delivered. */
  over: number;
  remove: (index: number) => void;
}

const nameOf = ({ lotCode, itemName, documentLabel }: DocumentLine) => `${lotCode}, ${itemName} · ${documentLabel}`;

function hintOf({ documentDate, unit }: DocumentLine, choice: Choosable | undefined, scheme: Scheme): string {
  const { allWentBack, left: leftText } = transactionCertificateTexts;
  const isBack = choice !== undefined && choice.leftQty === 0 && choice.mostQty > 0;
  const left = isBack ? allWentBack : choice && leftText(formatQuantityWithUnit(choice.leftQty, unit));
  const ofOthers = choice && !mayCover(scheme, choice.schemes) && coverTexts.otherScheme(choice.schemes, scheme);
  return [formatDate(documentDate), left, ofOthers].filter(Boolean).join(' · ');
}

export function CertificateLineRow({ form, line, index, choices, over, remove }: CertificateLineRowProps) {
  const { line: chosen, quantity } = line;
  const number = index + 1;
  const { lines } = form.values;
  const others = new Set(lines.flatMap((other) => (other.key === line.key ? [] : (other.line?.lineId ?? []))));
  const offered = new Map<number, DocumentLine>(choices);
  if (chosen) offered.set(chosen.lineId, chosen);
  const isOfScheme = (choice: Choosable | undefined) => mayCover(form.values.scheme, choice?.schemes ?? []);
  const choose = (lineId: number) => {
    const choice = choices.get(lineId);
    if (!choice) return;
    const { leftQty, mostQty, notedNumber, schemes: _, ...documentLine } = choice;
    form.setFieldValue(`lines.${index}.line`, documentLine);
    form.setFieldValue(`lines.${index}.quantity`, String(leftQty || mostQty));
    if (form.values.number === '' && notedNumber !== '') form.setFieldValue('number', notedNumber);
  };
  return (
    <div role="group" aria-label={`Line ${number}`} className={classes.line}>
      <SelectField
        {...form.getInputProps(`lines.${index}.line`)}
        label={transactionCertificateLabels.lines}
        required
        searchable
        allowDeselect={false}
        placeholder={form.values.party ? 'Choose what it covers' : 'First choose a supplier or a buyer'}
        nothingFoundMessage={transactionCertificateTexts.noneOfParty}
        description={chosen && hintOf(chosen, choices.get(chosen.lineId), form.values.scheme)}
        data={[...offered.values()]
          .filter(({ lineId }) => !others.has(lineId) && (lineId === chosen?.lineId || isOfScheme(choices.get(lineId))))
          .map((each) => ({ value: String(each.lineId), label: nameOf(each) }))}
        value={chosen && String(chosen.lineId)}
        onChange={(value: string | null) => choose(Number(value))}
      />
      <NumberField
        {...form.getInputProps(`lines.${index}.quantity`)}
        label="Quantity"
        required
        suffix={chosen?.unit}
        value={quantity}
      />
      <span className={classes.remove}>
        <RowAction label={`Remove line ${number}`} title="Remove this line" onClick={() => remove(index)}>
          <IconX size={16} />
        </RowAction>
      </span>
      {over > 0 && chosen && (
        <p className={classes.over}>
          {transactionCertificateTexts.coversMore(formatQuantityWithUnit(over, chosen.unit))}
        </p>
      )}
    </div>
  );
}
