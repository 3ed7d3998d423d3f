/** Saves a view under a name, or renames, shares and deletes one. */
import '@mantine/core/styles/Group.layer.css';
import { Button, Group, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { viewEndpoints, viewLabels, viewTexts, type ViewRecord } from '#contract/core/views.ts';
import type { ViewedList } from '#contract/kinds.ts';
import { call, fieldMessagesOf, whyOf } from '#web/core/api/client.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { queryClient } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { PopupFrame } from '#web/core/ui/dialogs/PopupFrame.tsx';
import { toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import classes from './ViewDialog.module.css';

interface ViewDialogProps {
  opened: boolean;
  list: ViewedList;
  /** Query of the list as shown. */
  query: string;
  /** The view that is changed; without one a new one is saved. */
  view: ViewRecord | undefined;
  onCreated: (viewId: number) => void;
  onClose: () => void;
}

export function ViewDialog({ opened, list, query, view, onCreated, onClose }: ViewDialogProps) {
  const [name, setName] = useState(view?.name ?? '');
  const [shared, setShared] = useState(view?.shared ?? false);
  const [idempotencyKey] = useState(newIdempotencyKey);
  const onSuccess = (done: string) => {
    toastDone(done);
    onClose();
    queryClient.invalidateQueries({ queryKey: [viewEndpoints.list.path] }).catch(console.error);
  };
  const saving = useMutation({
    mutationFn: () =>
      view
        ? call(viewEndpoints.update, {
            params: { id: view.viewId },
            body: { name, query: view.query, shared, updatedAt: view.updatedAt },
          })
        : call(viewEndpoints.create, { body: { list, name, query, shared }, idempotencyKey }),
    onSuccess: ({ viewId }) => {
      if (!view) onCreated(viewId);
      onSuccess(viewTexts.saved);
    },
    onError: (fault) => {
      if (!fieldMessagesOf(fault)['name']) toastFailed(viewTexts.saveFailed, whyOf(fault));
    },
  });
  const removal = useMutation({
    mutationFn: (id: number) => call(viewEndpoints.remove, { params: { id } }),
    onSuccess: ({ message }) => onSuccess(message),
    onError: (fault) => toastFailed(viewTexts.deleteFailed, whyOf(fault)),
  });
  // Users who lost the permission to share can still stop sharing.
  const maySetShared = view
    ? view.isOwn && (view.shared || may('create', 'sharedViews'))
    : may('create', 'sharedViews');
  const isBusy = saving.isPending || removal.isPending;
  return (
    <PopupFrame opened={opened} onClose={onClose} title={view ? viewTexts.editTitle : viewTexts.saveTitle} size="sm">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) saving.mutate();
        }}
      >
        <TextInput
          label={viewLabels.name}
          required
          data-autofocus
          value={name}
          error={saving.error && fieldMessagesOf(saving.error)['name']}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        {maySetShared && (
          <label className={classes.shared}>
            <input
              type="checkbox"
              checked={shared}
              onChange={({ currentTarget }) => setShared(currentTarget.checked)}
            />
            {viewTexts.shareLabel}
          </label>
        )}
        <Group justify="flex-end" gap={8} mt={16}>
          {view && (
            <Button
              variant="subtle"
              color="red"
              mr="auto"
              disabled={isBusy}
              onClick={() => removal.mutate(view.viewId)}
            >
              Delete
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={isBusy}>
            Save
          </Button>
        </Group>
      </form>
    </PopupFrame>
  );
}
