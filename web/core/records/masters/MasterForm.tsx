import { Link } from '@tanstack/react-router';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import type { SaveQuestion } from '#web/core/form/useSentForm.ts';
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
  const { words, Fields, master, calls, nameOf } = definition;
  const { record } = props;
  const { form, panel } = useDocumentForm(toDocument(definition), props, {
    alertOf: words.invalid,
    findQuestion: async (values): Promise<SaveQuestion<Values> | undefined> => await similar.findQuestion(values),
  });
  const similar = useSimilar({ kind: master.resource, list: calls.list, nameOf }, form.values, record === undefined);

  return (
    <FormPanel {...panel}>
      <Fields form={form} row={record} />
      {!record && (
        <Similar
          records={similar.records.filter(({ likeness }) => likeness !== 'part')}
          dismiss={similar.dismiss}
          use={({ link }, text) => (
            <Link to={link} href={link}>
              {text}
            </Link>
          )}
        />
      )}
    </FormPanel>
  );
}
