import { Link } from '@tanstack/react-router';
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
  const { words, Fields } = definition;
  const { form, panel } = useDocumentForm(toDocument(definition), props, { alertOf: words.invalid });
  const { record } = props;

  return (
    <FormPanel {...panel}>
      <Fields form={form} row={record} />
      {!record && <SimilarRecords definition={definition} values={form.values} />}
    </FormPanel>
  );
}

type Similarity<Row, Values, Body> = Pick<MasterFormProps<Row, Values, Body>, 'definition'> & { values: object };

/** Existing records with the same phone or GSTIN, or the same or a close name; the new record can be saved anyway. */
function SimilarRecords<Row, Values, Body>({ definition, values }: Similarity<Row, Values, Body>) {
  const { master, calls, nameOf } = definition;
  const similar = useSimilar({ kind: master.resource, list: calls.list, nameOf }, values);
  return (
    <Similar
      records={similar.filter(({ likeness }) => likeness !== 'part')}
      use={({ link }, text) => (
        <Link to={link} href={link}>
          {text}
        </Link>
      )}
    />
  );
}
