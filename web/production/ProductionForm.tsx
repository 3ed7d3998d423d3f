/** Recording what production consumed, one or more materials at once; and correcting one record (specification §5). */
import { Button } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { restoredTexts } from '#contract/auth.ts';
import {
  productionEndpoints,
  productionStatuses,
  productionStatusLabels,
  productionTexts,
  type ProductionRecord,
  productionLabels,
} from '#contract/production.ts';
import { call, fieldMessagesOf, messageOf } from '#web/api/client.ts';
import { warned, WarningsSpoken } from '#web/form/FieldWarning.tsx';
import type { FormProps } from '#web/form/useOpenedForm.ts';
import { useSaving } from '#web/form/useSaving.ts';
import { useTyped } from '#web/form/useTyped.ts';
import { DateField } from '#web/form/DateField.tsx';
import { FormPanel } from '#web/form/FormPanel.tsx';
import { NumberField } from '#web/form/NumberField.tsx';
import { RowAction } from '#web/ui/RowAction.tsx';
import { SelectField } from '#web/form/SelectField.tsx';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import { useLines } from '#web/form/useLines.ts';
import { useTouched } from '#web/form/useTouched.ts';
import { MaterialField, useStock } from '#web/stock/MaterialField.tsx';
import {
  alertOf,
  blankLine,
  contentOf,
  faultsOf,
  fieldOf,
  headOf,
  leftAfter,
  linesOf,
  materialsOf,
  type FieldMessages,
  type ProductionDraft,
  type Stock,
} from './productionDraft.ts';
import classes from './ProductionPage.module.css';
import { useQuantityWarnings } from './useQuantityWarnings.ts';

const statusOptions = productionStatuses.map((value) => ({ value, label: productionStatusLabels[value] }));

/** What was taken before is there again while it is corrected. */
function withOwn(stock: Stock, record?: ProductionRecord): Stock {
  const own = record && stock.get(record.rawMaterialId);
  if (!own) return stock;
  return new Map([...stock, [record.rawMaterialId, { ...own, balanceQty: own.balanceQty + record.quantity }]]);
}

export function ProductionForm(props: FormProps<ProductionRecord, ProductionDraft>) {
  const { record, restored, onCancel, onSaved } = props;
  const [head, setHead] = useState(() => restored?.values.head ?? headOf(record));
  const { lines, change, add, remove } = useLines(blankLine, restored?.values.lines ?? linesOf(record));
  const touched = useTouched();
  const [refused, setRefused] = useState<FieldMessages>({});
  const stock = withOwn(useStock(materialsOf(lines)), record);

  const warnings = useQuantityWarnings(lines, record?.productionId);

  const faults = { ...refused, ...faultsOf(head, lines, stock, record) };
  // Taking more than there is shows while typing: it is the one thing that is not seen in the field itself.
  const shown = (field: string) =>
    touched.shows(field) || faults[field]?.startsWith('Quantity exceeds') ? faults[field] : undefined;

  const [first] = useState({ head, lines });
  const edited = head !== first.head || lines !== first.lines;
  const idempotencyKey = useTyped({ ...props, form: 'production', values: { head, lines }, edited });
  useEffect(() => setRefused({}), [head, lines]);

  const panel = useRef<HTMLDivElement>(null);
  const focusFirst = () => {
    touched.touchAll();
    requestAnimationFrame(() => panel.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  const focusSave = () => panel.current?.querySelector<HTMLElement>('[type=submit]')?.focus();
  const count = useRef(lines.length);
  useEffect(() => {
    const groups = panel.current?.querySelectorAll('[role=group]');
    if (lines.length > count.current) groups?.[lines.length - 1]?.querySelector('input')?.focus();
    count.current = lines.length;
  }, [lines.length]);

  const { save, busy } = useSaving({
    send: async (content: ReturnType<typeof contentOf>) => {
      const [only] = content;
      if (record && only) {
        const { productionId, updatedAt } = record;
        const body = { ...only, productionId, updatedAt };
        await call(productionEndpoints.update, { params: { id: productionId }, body });
      } else if (only && content.length === 1) {
        await call(productionEndpoints.create, { body: only, idempotencyKey });
      } else {
        await call(productionEndpoints.createMany, { body: content, idempotencyKey });
      }
    },
    onSaved: () => {
      toastDone(record ? productionTexts.updated : productionTexts.added);
      onSaved();
    },
    onFailed: (fault) => {
      const failed = lines.length > 1 ? productionTexts.addManyFailed : productionTexts.addFailed;
      toastFailed(record ? productionTexts.updateFailed : failed, messageOf(fault));
      const messages = Object.entries(fieldMessagesOf(fault)).map(([path, text]) => {
        const [, index = '0', name = path] = /^(\d+)\.(\w+)$/.exec(path) ?? [];
        return [fieldOf(name, lines[Number(index)]), text];
      });
      setRefused(Object.fromEntries(messages));
      focusFirst();
    },
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const alert = alertOf(head, lines, stock, record);
    if (alert) toastFailed(alert);
    if (alert || Object.keys(faults).length > 0) focusFirst();
    else save(contentOf(head, lines));
  };

  return (
    <div ref={panel}>
      <FormPanel
        title={record ? 'Update production' : 'Add production'}
        save={record ? 'Update production' : 'Save production'}
        note={restored && restoredTexts.typed}
        busy={busy}
        standing={record === undefined}
        takesFocus={record !== undefined || props.again}
        behindLast={record ? focusSave : add}
        onSubmit={submit}
        onCancel={onCancel}
        below={
          record === undefined && (
            <Button
              variant="subtle"
              className={classes.another}
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={add}
            >
              Add another material
            </Button>
          )
        }
      >
        <div data-span="12">
          <DateField
            label={productionLabels.productionDate}
            required
            value={head.date}
            onChange={(date) => setHead((before) => ({ ...before, date }))}
            onBlur={() => touched.touch('date')}
            error={shown('date')}
          />
        </div>
        {lines.map((line, index) => (
          <div
            key={line.key}
            role="group"
            aria-label={`Material ${index + 1}`}
            className={classes.line}
            data-span="12"
            data-removable={lines.length > 1 || undefined}
          >
            <MaterialField
              material={line.material}
              onChoose={(material) => change(line.key, () => ({ material }))}
              onBlur={() => touched.touch(`lines.${line.key}.material`)}
              error={shown(`lines.${line.key}.material`)}
              path={`lines.${line.key}.material`}
              data-autofocus={record === undefined || undefined}
            />
            <NumberField
              label={productionLabels.quantity}
              required
              suffix={line.material?.unit}
              data-autofocus={record !== undefined || undefined}
              value={line.quantity}
              onChange={(quantity) => change(line.key, () => ({ quantity }))}
              onBlur={() => touched.touch(`lines.${line.key}.quantity`)}
              error={shown(`lines.${line.key}.quantity`)}
              {...warned(warnings.get(line.key) ?? [], {
                hint: leftAfter(line, lines, stock),
                error: shown(`lines.${line.key}.quantity`),
              })}
            />
            <WarningsSpoken warnings={warnings.get(line.key) ?? []} />
            {lines.length > 1 && (
              <span className={classes.remove}>
                <RowAction
                  label={`Remove material ${index + 1}`}
                  title="Remove this material"
                  onClick={() => remove(line.key)}
                >
                  <IconX size={16} />
                </RowAction>
              </span>
            )}
          </div>
        ))}
        {record && (
          <div data-span="12">
            <SelectField
              label={productionLabels.status}
              required
              allowDeselect={false}
              data={statusOptions}
              value={head.status}
              onChange={(status) => status && setHead((before) => ({ ...before, status }))}
            />
          </div>
        )}
      </FormPanel>
    </div>
  );
}
