/** Settings of an item for stock, recipes and mass balances. */
import { TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  isWeight,
  itemEndpoints,
  itemLabels,
  itemPartLabels,
  itemTexts,
  type ItemRecord,
} from '#contract/stock/items/items.ts';
import { afterExpiryLabels, afterExpiryRules } from '#contract/stock/lots/afterExpiry.ts';
import { itemParts } from '#contract/stock/stock.ts';
import { may } from '#web/core/api/session.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { oneOf } from '#web/core/form/conflicts/compared.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { isInput, type FormProps } from '#web/core/form/useOpenedForm.ts';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import type { SettingsValues, Stocked } from './settingsValues.ts';

const ruleOptions = afterExpiryRules.map((value) => ({ value, label: afterExpiryLabels[value] }));
const partOptions = itemParts.map((value) => ({ value, label: itemPartLabels[value] }));

interface StockSettingsFormProps extends FormProps<Stocked, SettingsValues> {
  opened: Stocked;
}

export function StockSettingsForm({ opened, ...props }: StockSettingsFormProps) {
  // A restored draft was based on that version.
  const seen = isInput(itemEndpoints.get.answer, opened) ? opened : undefined;
  const { data, error, refetch } = useQuery({
    ...queryOf(itemEndpoints.get, { params: { id: opened.itemId } }),
    enabled: seen === undefined,
    // A new form begins with the present values.
    gcTime: 0,
  });
  const item = seen ?? data;
  if (item) return <Fields {...props} record={item} item={item} />;
  if (!error) return <Loading panels={[6]} />;
  return (
    <Panel>
      <LoadFailed failed={itemTexts.loadFailed} error={error} retry={refetch} />
    </Panel>
  );
}

interface FieldsProps extends FormProps<ItemRecord, SettingsValues> {
  item: ItemRecord;
}

function Fields({ item, ...props }: FieldsProps) {
  const { form, panel } = useRecordForm({
    resource: 'items',
    initialValues: props.restored?.values ?? valuesOf(item),
    draftOf: (values) => values,
    faultsOf: (values) => contractFaults(itemEndpoints.update, contentOf(values)),
    send: (values, _key, seen = item) =>
      call(itemEndpoints.update, {
        params: { id: item.itemId },
        body: { ...contentOf(values), itemId: item.itemId, updatedAt: seen.updatedAt },
      }),
    conflict: {
      kind: 'items',
      idOf: ({ itemId }) => itemId,
      read: ({ itemId }) => call(itemEndpoints.get, { params: { id: itemId } }),
      valuesOf,
      compared: { labels: itemLabels, as: { part: oneOf(itemPartLabels), afterExpiry: oneOf(afterExpiryLabels) } },
    },
    done: itemTexts.updated,
    doneName: () => item.name,
    showError: (fault) => toastFailed(itemTexts.saveFailed, whyOf(fault)),
    ...props,
  });
  const { values, getInputProps } = form;
  const { unit } = item;
  return (
    <FormPanel title={`${itemTexts.title}: ${item.name}`} save="Update" {...panel}>
      {!isWeight(unit) && (
        <NumberField
          {...getInputProps('gramsPerUnit')}
          label={itemLabels.gramsPerUnit}
          description={unit && `Of one ${unit}; empty where it has no weight to count`}
          suffix="g"
          value={values.gramsPerUnit}
        />
      )}
      <SelectField
        {...getInputProps('part')}
        label={itemLabels.part}
        required
        allowDeselect={false}
        data={partOptions}
      />
      <NumberField
        {...getInputProps('balanceTolerancePercent')}
        label={itemLabels.balanceTolerancePercent}
        suffix="%"
        value={values.balanceTolerancePercent}
      />
      <NumberField
        {...getInputProps('reorderLevel')}
        label={itemLabels.reorderLevel}
        suffix={unit}
        value={values.reorderLevel}
      />
      <SelectField
        {...getInputProps('afterExpiry')}
        label={itemLabels.afterExpiry}
        description="Whether its lots are used or dispatched then"
        required
        allowDeselect={false}
        disabled={!may('update', 'expiryRules')}
        data={ruleOptions}
      />
      {item.kind === 'product' && (
        <>
          <TextInput
            {...getInputProps('batchPattern')}
            label={itemLabels.batchPattern}
            placeholder="e.g. TP-{n}"
            description="{n} is the next number, {yy} and {mm} year and month; empty: the last one plus 1"
          />
          <NumberField
            {...getInputProps('shelfLifeDays')}
            label={itemLabels.shelfLifeDays}
            value={values.shelfLifeDays}
          />
          <NumberField
            {...getInputProps('maxGainPercent')}
            label={itemLabels.maxGainPercent}
            description="Such as water taken up: with a reason, so much more than went in keeps the claim"
            suffix="%"
            value={values.maxGainPercent}
          />
          <TextInput {...getInputProps('gtin')} label={itemLabels.gtin} inputMode="numeric" />
        </>
      )}
    </FormPanel>
  );
}

const typed = (value: number | null) => (value === null ? '' : String(value));
const orNull = (text: string) => (text === '' ? null : typedNumber(text));

function valuesOf(item: ItemRecord): SettingsValues {
  return {
    gramsPerUnit: isWeight(item.unit) ? '' : typed(item.gramsPerUnit),
    part: item.part,
    balanceTolerancePercent: typed(item.balanceTolerancePercent),
    maxGainPercent: typed(item.maxGainPercent),
    afterExpiry: item.afterExpiry,
    reorderLevel: typed(item.reorderLevel),
    batchPattern: item.batchPattern,
    shelfLifeDays: typed(item.shelfLifeDays),
    gtin: item.gtin,
  };
}

/** The request body; invalid numbers become NaN, so that the contract's schema reports them. */
function contentOf(values: SettingsValues) {
  return {
    ...values,
    gramsPerUnit: orNull(values.gramsPerUnit),
    balanceTolerancePercent: orNull(values.balanceTolerancePercent),
    maxGainPercent: orNull(values.maxGainPercent) ?? 0,
    reorderLevel: orNull(values.reorderLevel),
    shelfLifeDays: orNull(values.shelfLifeDays),
  };
}
