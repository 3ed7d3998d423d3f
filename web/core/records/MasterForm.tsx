import { Link } from '@tanstack/react-router';
import type { RecordKind } from '#contract/kinds.ts';
import { call } from '#web/core/api/client.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { showError } from './failureAlert.ts';
import type { MasterDefinition } from './master.ts';
import { Similar } from './Similar.tsx';
import { useSimilar } from './useSimilar.ts';

export interface MasterFormProps<Row, Values, Body> extends FormProps<Row, Values> {
  definition: MasterDefinition<Row, Values, Body>;
}

export function MasterForm<Row, Values extends object, Body extends object>({
  definition,
  ...props
}: MasterFormProps<Row, Values, Body>) {
  const { master, calls, rowId, words, bodyOf, Fields } = definition;
  const { record: row, restored } = props;

  const { form, panel } = useRecordForm({
    ...props,
    resource: master.resource,
    initialValues: restored?.values ?? (row ? definition.valuesOf(row) : definition.blank),
    draftOf: (values) => values,
    faultsOf: (values) => contractFaults(row ? calls.update : calls.create, bodyOf(values)),
    alertOf: words.invalid,
    // The values carry the updatedAt that they were made of.
    send: (values, idempotencyKey) => {
      const body = bodyOf(values);
      return row
        ? call(calls.update, { params: { id: rowId(row) }, body: { ...body, [master.idField]: rowId(row) } })
        : call(calls.create, { body, idempotencyKey });
    },
    conflict: {
      kind: master.resource,
      idOf: rowId,
      read: (seen) => call(calls.get, { params: { id: rowId(seen) } }),
      valuesOf: definition.valuesOf,
      compared: definition.compared,
    },
    done: row ? words.updated : words.added,
    showError: (fault) => showError(words.saveFailed(fault, row !== undefined), fault),
  });

  return (
    <FormPanel title={row ? words.edit : words.add} save={row ? 'Update' : 'Add'} {...panel}>
      <Fields form={form} row={row} />
      {!row && <SimilarRecords kind={master.resource} values={form.values} />}
    </FormPanel>
  );
}

/** Existing records with the same name, phone or GSTIN; the new record can be saved anyway. */
function SimilarRecords({ kind, values }: { kind: RecordKind; values: object }) {
  const same = useSimilar(kind, values).filter(({ isSame }) => isSame);
  return (
    <Similar
      records={same}
      nameOf={({ label, link }) => (
        <Link to={link} href={link}>
          {label}
        </Link>
      )}
    />
  );
}
