import { Link } from '@tanstack/react-router';
import type { RecordKind } from '#contract/kinds.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { toDocument, type MasterDefinition } from './master.ts';
import { Similar } from './Similar.tsx';
import { useDocumentForm } from '../useDocumentForm.ts';
import { useSimilar } from './useSimilar.ts';

export interface MasterFormProps<Row, Values, Body> extends FormProps<Row, Values> {
  definition: MasterDefinition<Row, Values, Body>;
}

export function MasterForm<Row, Values extends object, Body extends object>({
  definition,
  ...props
}: MasterFormProps<Row, Values, Body>) {
  const { master, words, Fields } = definition;
  const { form, panel } = useDocumentForm(toDocument(definition), props, { alertOf: words.invalid });
  const { record } = props;

  return (
    <FormPanel {...panel}>
      <Fields form={form} row={record} />
      {!record && <SimilarRecords kind={master.resource} values={form.values} />}
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
