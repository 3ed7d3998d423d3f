import { useRouter, useRouterState, type HistoryState } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import type { Resource } from '#contract/permissions.ts';
import { returnDraft, returnedDraft } from '#web/core/api/draft.ts';
import { may } from '#web/core/api/session.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { deleteDraft, type StoredDraft } from '#web/core/api/storedDrafts.ts';
import { useDraftOffer, type FormDrafts } from '#web/core/form/useStoredDraft.ts';
import { useUnsavedGuard } from '#web/core/form/useUnsavedGuard.tsx';
import { openPart, preloadedParts } from '#web/core/ui/lazyWithPreload.ts';

/** The supplier or buyer that a page leads to a form for. */
type Party = NonNullable<HistoryState['beginsWith']>;

/** The draft of a lost session, and the key under which it may have been sent. */
export interface Restored<Values> {
  idempotencyKey: string;
  values: Values;
  /** Stored on the device, not by a lost session. */
  isFromDevice?: boolean;
}

/** The props of every form. */
export interface FormProps<Row, Values, Begun = never> {
  /** The edited record; undefined for a new one. */
  record?: Row;
  /** The beginning of a new record: the one that it copies, whom it is for. */
  begun?: Begun;
  restored?: Restored<Values>;
  /** Where its draft is stored on the device while it is typed. */
  drafts?: FormDrafts;
  /** A record was just saved in a form that stays open: it is blank for the next one. */
  again?: boolean;
  onChanged: (changed: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

interface FormState<Row, Values, Begun> {
  isOpen: boolean;
  /** Changes with each opening, so that no form keeps another's state. */
  key: number;
  record?: Row;
  begun?: Begun;
  restored?: Restored<Values>;
  again?: boolean;
}

export interface OpenedForm<Row, Values, Begun = never> extends FormState<Row, Values, Begun> {
  /** Opens the form for a record, or for a new one; confirms first if unsaved changes would be lost. */
  open: (record?: Row) => void;
  /** Opens it for a new record that begins with something. */
  begin: (begun: Begun) => void;
  close: () => void;
  /** Calls `then`; with unsaved changes only after confirmation. */
  leave: (then: () => void) => void;
  /** For <Form key={form.key} {...form.props} />. */
  props: FormProps<Row, Values, Begun>;
  dialog: ReactNode;
}

/** A screen's own way with its form. */
export interface OwnOpening {
  /** The form is there without being opened. */
  alwaysOpen?: boolean;
  /** Leaves another form of the screen before this one opens. */
  leaveFirst?: (then: () => void) => void;
}

interface FormSchemas<Row, Values, Begun> extends OwnOpening {
  record: z.ZodType<unknown, Row>;
  values: z.ZodType<Values>;
  /**
   * Key of the form's draft on the device, mostly the id of its record; a new one's is 'new'. Without it, no draft is
   * stored.
   */
  draftKey?: (record: Row | undefined) => number | string | undefined;
  /** The beginning of a new record where the page that led here says whom it is for. */
  begunFor?: (party: Party) => Begun;
  /** Called when the typed values are discarded, so that copies elsewhere are deleted. */
  onDiscard?: () => void;
}

/** The state of a screen's form, guarded against losing unsaved changes. */
export function useOpenedForm<Row, Values, Begun = never>(
  resource: Resource,
  schemas: FormSchemas<Row, Values, Begun>,
): OpenedForm<Row, Values, Begun> {
  const { draftKey, alwaysOpen = false } = schemas;
  const [state, setState] = useState<FormState<Row, Values, Begun>>(
    () => restoredForm(resource, schemas) ?? { isOpen: false, key: 0 },
  );
  const name = draftKey && (state.isOpen || alwaysOpen) ? `${resource} ${draftKey(state.record) ?? 'new'}` : undefined;
  const [opener] = useState(newIdempotencyKey);
  const place = name === undefined ? undefined : { name, id: `${opener} ${state.key}` };
  const { draft, drop } = useDraftOffer(name, state.key);
  const resumed = draft && !state.restored ? resumedState(schemas, draft, state) : undefined;
  const guard = useUnsavedGuard(() => {
    if (place) deleteDraft(place).catch(console.error);
    schemas.onDiscard?.();
  });
  // In an effect: a discarded render must not consume the draft.
  useEffect(() => returnDraft(undefined), []);

  const show = (next: Omit<FormState<Row, Values, Begun>, 'key' | 'restored'>) => {
    guard.setChanged(false);
    const change = () => setState(({ key }) => ({ key: key + 1, ...next }));
    if (next.isOpen) openPart(preloadedParts, change);
    else change();
  };
  const close = () => show({ isOpen: false });
  const { leaveFirst = (then: () => void) => then() } = schemas;
  const open = (record?: Row, begun?: Begun) =>
    leaveFirst(() => guard.leave(() => show({ isOpen: true, record, begun })));
  useBegun(resource, (party) => open(undefined, party && schemas.begunFor?.(party)));

  // From then on the draft is stored under the form that resumes it.
  const goOn = (next: FormState<Row, Values, Begun>) =>
    guard.leave(() => {
      drop();
      setState(next);
    });
  const offer = draft && resumed && { form: draft, goOn: () => goOn(resumed), discard: drop };

  return {
    ...state,
    open: (record) => open(record),
    begin: (begun) => open(undefined, begun),
    close,
    leave: guard.leave,
    props: {
      record: state.record,
      begun: state.begun,
      restored: state.restored,
      drafts: { place, offer },
      again: state.again,
      onChanged: guard.setChanged,
      onCancel: () => guard.leave(close),
      onSaved: () => show({ isOpen: false, again: state.record === undefined }),
    },
    dialog: guard.dialog,
  };
}

/** Opens the form for a new record where the command menu led here for that; not again on reload. */
function useBegun(resource: Resource, open: (party: Party | undefined) => void): void {
  const router = useRouter();
  // Not `location`: that is the new one while the page that is left is still there, and has a form of the same kind.
  const isBegun = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.state.begin === resource });
  const begin = useEffectEvent(() => {
    const party = router.state.resolvedLocation?.state.beginsWith;
    router.navigate({ to: '.', search: true, replace: true, state: {} }).catch(console.error);
    if (may('create', resource)) open(party);
  });
  useEffect(() => {
    if (isBegun) begin();
  }, [isBegun]);
}

/** The state of a form that resumes a draft; undefined where another version of Godown stored it. */
function resumedState<Row, Values, Begun>(
  schemas: FormSchemas<Row, Values, Begun>,
  { record, values, idempotencyKey }: StoredDraft,
  { isOpen, key }: FormState<Row, Values, Begun>,
): FormState<Row, Values, Begun> | undefined {
  const typed = schemas.values.safeParse(values);
  if (!typed.success) return undefined;
  const form = { isOpen, key: key + 1, restored: { idempotencyKey, values: typed.data, isFromDevice: true } };
  if (record === undefined) return form;
  return isInput(schemas.record, record) ? { ...form, record } : undefined;
}

/** Whether a value is what a schema takes. */
export function isInput<T>(schema: z.ZodType<unknown, T>, value: unknown): value is T {
  return schema.safeParse(value).success;
}

/** The form as it was when the session was lost, if the user still has the permission. */
function restoredForm<Row, Values, Begun>(
  resource: Resource,
  schemas: FormSchemas<Row, Values, Begun>,
): FormState<Row, Values, Begun> | undefined {
  const draft = returnedDraft(resource);
  const values = schemas.values.safeParse(draft?.values);
  if (!draft || !values.success || !may(draft.record === undefined ? 'create' : 'update', resource)) return undefined;
  const { record, idempotencyKey } = draft;
  const form = { isOpen: true, key: 0, restored: { idempotencyKey, values: values.data } };
  if (record === undefined) return form;
  return isInput(schemas.record, record) ? { ...form, record } : undefined;
}
