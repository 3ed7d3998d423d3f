/** The side panel that makes a record for a lookup, by the master's own fields and rules. */
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callList } from '#web/api/client.ts';
import { contractFaults } from '#web/form/contractFaults.ts';
import { focusSave } from '#web/form/fieldFocus.ts';
import { FormPanel } from '#web/form/FormPanel.tsx';
import { useSentForm } from '#web/form/useSentForm.ts';
import { wantRecord, type WantedRecord } from '#web/lookup/createInPlace.ts';
import classes from './CreatePanel.module.css';
import { sayFailure } from './failureAlert.ts';
import { type AnyMaster, useMasterDefinition } from './masterDefinition.ts';

export function CreatePanel({ wanted }: { wanted: WantedRecord }) {
  const definition = useMasterDefinition(wanted.kind);
  const cancel = () => {
    wantRecord(undefined);
    wanted.onCancelled();
  };
  return (
    <Drawer.Root
      opened
      onClose={cancel}
      position="right"
      size="var(--create-panel)"
      lockScroll={false}
      returnFocus={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Drawer.Content aria-label={definition.words.add} className={classes.panel} data-create-panel>
        <Drawer.Body className={classes.body}>
          {/* The form takes the focus as it opens. Mantine gives it once more a moment later, when one may be typing in the second field: it gives it to this. */}
          <span data-autofocus hidden />
          <CreateForm definition={definition} wanted={wanted} onCancel={cancel} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

interface CreateFormProps {
  definition: AnyMaster;
  wanted: WantedRecord;
  onCancel: () => void;
}

function CreateForm({ definition, wanted, onCancel }: CreateFormProps) {
  const { calls, rowId, nameOf, words, bodyOf, Fields } = definition;
  const choose = (row: object) => {
    wantRecord(undefined);
    wanted.onChosen(rowId(row), nameOf(row));
  };
  const { form, panel } = useSentForm({
    initialValues: { ...definition.blank, name: wanted.name },
    faultsOf: (values) => contractFaults(calls.create, bodyOf(values)),
    alertOf: words.invalid,
    send: async (values, idempotencyKey) => {
      const answer: unknown = await call(calls.create, { body: bodyOf(values), idempotencyKey });
      return Object(answer);
    },
    done: words.added,
    sayFailed: (fault) => sayFailure(words.saveFailed(fault, false), fault),
    onSaved: choose,
    onCancel,
  });
  return (
    <FormPanel title={words.add} save="Add" afterLastField={focusSave} {...panel}>
      <Fields form={form} />
      <Similar definition={definition} values={form.values} onChoose={choose} />
    </FormPanel>
  );
}

const TYPING_MS = 250;
const MOST_SHOWN = 3;
const SHORTEST = 3;

interface SimilarProps {
  definition: AnyMaster;
  values: object;
  onChoose: (row: object) => void;
}

/** Records that are there already under this phone or name: one of them may be meant. */
function Similar({ definition: { calls, rowId, nameOf, factsOf }, values, onChoose }: SimilarProps) {
  const typed = new Map<string, unknown>(Object.entries(values));
  const textOf = (field: string) => {
    const value = typed.get(field);
    return typeof value === 'string' ? value.trim() : '';
  };
  const [terms] = useDebouncedValue([textOf('phone'), textOf('gstinNumber'), textOf('name')].join('\n'), TYPING_MS);
  const { data = [] } = useQuery({
    queryKey: [calls.list.path, 'similar', terms],
    queryFn: async ({ signal }) => {
      const wanted = terms.split('\n').filter((term) => term.length >= SHORTEST);
      const query = (search: string) => ({ search, page: 1, pageSize: MOST_SHOWN });
      const found = await Promise.all(wanted.map((term) => callList(calls.list, { query: query(term), signal })));
      return [...new Map(found.flatMap(({ rows }) => rows.map((row) => [rowId(row), row] as const))).values()];
    },
  });
  const [hidden, setHidden] = useState(false);
  if (data.length === 0 || hidden) return null;
  return (
    <div className={classes.similar} role="status" data-span="12">
      <p>Already there:</p>
      {data.slice(0, MOST_SHOWN).map((row) => (
        <button key={rowId(row)} type="button" onClick={() => onChoose(row)}>
          <b>{nameOf(row)}</b> {factsOf(row).filter(Boolean).join(' · ')}
        </button>
      ))}
      <button type="button" onClick={() => setHidden(true)}>
        None of these
      </button>
    </div>
  );
}
