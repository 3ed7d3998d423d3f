/** The side panel that makes a record for a lookup, by the own fields and rules of its kind. */
import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Overlay.layer.css';
import '@mantine/core/styles/Drawer.layer.css';
import { Drawer } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import type { MasterKind } from '#contract/kinds.ts';
import { call } from '#web/core/api/client.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { focusSave } from '#web/core/form/fieldFocus.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { useSentForm, type SaveQuestion } from '#web/core/form/useSentForm.ts';
import { useUnsavedGuard } from '#web/core/form/useUnsavedGuard.tsx';
import { requestRecord, type RequestedRecord } from '#web/core/lookup/createInPlace.ts';
import classes from './CreatePanel.module.css';
import { logAlert, showAlert } from '#web/core/records/failureAlert.ts';
import { Similar } from '#web/core/records/masters/Similar.tsx';
import { useSimilar } from '#web/core/records/masters/useSimilar.ts';
import type { MasterDefinition } from '#web/core/records/masters/master.ts';
import { lazyPart } from '#web/core/ui/loading/lazyWithPreload.ts';
import { useMasterDefinition } from '#web/masters/masterDefinition.ts';

/** A record of any kind, as the panel knows it. */
interface Creatable<Row, Values, Body> extends Pick<
  MasterDefinition<Row, Values, Body>,
  'rowId' | 'nameOf' | 'bodyOf' | 'blank' | 'Fields'
> {
  calls: Pick<MasterDefinition<Row, Values, Body>['calls'], 'list' | 'create'>;
  words: Pick<MasterDefinition<Row, Values, Body>['words'], 'add' | 'added' | 'invalid' | 'saveFailed'>;
}

const useCertifier = lazyPart(() => import('#web/prove/certificates/bodies/creatableCertifier.ts'));

export function CreatePanel({ requested }: { requested: RequestedRecord }) {
  const { kind } = requested;
  return kind === 'certificationBodies' ? (
    <CertifierPanel requested={requested} />
  ) : (
    <MasterPanel kind={kind} requested={requested} />
  );
}

function MasterPanel({ kind, requested }: { kind: MasterKind; requested: RequestedRecord }) {
  return <CreateDrawer definition={useMasterDefinition(kind)} requested={requested} />;
}

function CertifierPanel({ requested }: { requested: RequestedRecord }) {
  return <CreateDrawer definition={useCertifier().creatable} requested={requested} />;
}

interface CreateDrawerProps<Row, Values, Body> {
  definition: Creatable<Row, Values, Body>;
  requested: RequestedRecord;
}

function CreateDrawer<Row, Values extends { name?: unknown }, Body extends object>({
  definition,
  requested,
}: CreateDrawerProps<Row, Values, Body>) {
  const guard = useUnsavedGuard();
  const cancel = () =>
    guard.leave(() => {
      requestRecord(undefined);
      requested.onCancelled();
    });
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
          <CreateForm definition={definition} requested={requested} onChanged={guard.setChanged} onCancel={cancel} />
          {guard.dialog}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}

interface CreateFormProps<Row, Values, Body> extends CreateDrawerProps<Row, Values, Body> {
  /** Whether more was typed than the name of the lookup. */
  onChanged: (changed: boolean) => void;
  onCancel: () => void;
}

function CreateForm<Row, Values extends { name?: unknown }, Body extends object>({
  definition,
  requested,
  onChanged,
  onCancel,
}: CreateFormProps<Row, Values, Body>) {
  const { calls, rowId, nameOf, words, bodyOf, Fields } = definition;
  const choose = (id: number, name: string) => {
    requestRecord(undefined);
    requested.onChosen(id, name);
  };
  const { form, panel } = useSentForm<Values, Row>({
    initialValues: { ...definition.blank, name: requested.name },
    faultsOf: (values) => contractFaults(calls.create, bodyOf(values)),
    alertOf: words.invalid,
    findQuestion: async (values): Promise<SaveQuestion<Values> | undefined> => await similar.findQuestion(values),
    send: async (values, idempotencyKey): Promise<Row> =>
      await call(calls.create, { body: bodyOf(values), idempotencyKey }),
    done: words.added,
    showError: (fault) => showAlert(logAlert(words.saveFailed(fault, false), fault), fault),
    onSaved: (row) => choose(rowId(row), nameOf(row)),
    onCancel,
  });
  const isChanged = form.isDirty();
  const notify = useEffectEvent(() => onChanged(isChanged));
  useEffect(() => notify(), [isChanged]);
  const similar = useSimilar({ kind: requested.kind, list: calls.list, nameOf }, form.values);
  return (
    <FormPanel title={words.add} save="Add" afterLastField={focusSave} {...panel}>
      <Fields form={form} />
      <Similar
        records={similar.records}
        dismiss={similar.dismiss}
        use={({ recordId, label }, text) => (
          <button type="button" onClick={() => choose(recordId, label)}>
            {text}
          </button>
        )}
      />
    </FormPanel>
  );
}
