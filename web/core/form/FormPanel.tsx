import '@mantine/core/styles/Group.layer.css';
import { Button, Group } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, type ReactNode, type RefObject, type SubmitEvent } from 'react';
import { conflictTexts } from '#contract/core/conflicts.ts';
import { draftTexts } from '#contract/core/drafts.ts';
import { focusNextOnEnter, focusUnchosen } from './fieldFocus.ts';
import classes from './FormPanel.module.css';
import { DraftStoredAt, DraftNote } from './DraftNote.tsx';
import type { DraftOffer } from './useStoredDraft.ts';
import { ConfirmDialog } from '#web/core/ui/dialogs/ConfirmDialog.tsx';
import type { ConfirmDialogProps } from '#web/core/ui/dialogs/ConfirmFrame.tsx';
import { clearFailures } from '#web/core/ui/toast.tsx';

interface FormPanelProps {
  title: string;
  save: string;
  busy: boolean;
  /** Below the title, such as that a draft was restored. */
  note?: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  /** Makes Enter focus the next field and calls this after the last: a form with lines must not be submitted halfway. */
  afterLastField?: (form: HTMLFormElement) => void;
  /** The form is always open: on a phone its buttons stay on screen. */
  pinned?: boolean;
  /** An earlier form that was stored on this device. */
  offer?: DraftOffer;
  /** Goes to that form once this one is filled by hand, in place of the offer. */
  goToKept?: () => void;
  /** Time of the last automatic save. */
  storedAt?: number;
  /** In the place of the fields while both versions of a stale save are compared. */
  comparison?: ReactNode;
  /** Called before the form is submitted by Save, with Enter too. */
  beforeSave?: () => void;
  /** A second, quieter button that saves; `before` is called instead of `beforeSave`. */
  otherSave?: { label: string; before: () => void };
  /** Asked before saving. */
  question?: ConfirmDialogProps;
  /** Whether it takes the focus when it opens; by default unless it is pinned. */
  takesFocus?: boolean;
  children: ReactNode;
  /** Below the fields at full width, without padding. */
  below?: ReactNode;
}

/** A form above its list: fields on a grid, then Cancel and Save. Ctrl or ⌘ with Enter saves, Esc cancels. */
export function FormPanel(props: FormPanelProps) {
  const form = useRef<HTMLFormElement>(null);

  const { comparison, pinned, takesFocus = !pinned } = props;
  const afterLastField = comparison ? undefined : props.afterLastField;
  useEffect(() => {
    if (!takesFocus) return;
    form.current?.scrollIntoView({ block: 'nearest' });
    const preferred = form.current?.querySelector<HTMLElement>('[data-autofocus]');
    (preferred ?? form.current?.querySelector<HTMLElement>('input:not([type=hidden])'))?.focus();
  }, [takesFocus]);

  useReturnedFocus(form, props.busy);

  return (
    <form
      ref={form}
      className={classes.panel}
      data-pinned={pinned}
      data-enter-goes-on={afterLastField && true}
      noValidate
      aria-label={props.title}
      onSubmit={(event) => {
        clearFailures();
        if (focusUnchosen(event.currentTarget)) return event.preventDefault();
        const isOther = event.nativeEvent.submitter?.hasAttribute('data-other-save');
        if (isOther) props.otherSave?.before();
        else props.beforeSave?.();
        props.onSubmit(event);
      }}
      onKeyDownCapture={afterLastField && ((event) => focusNextOnEnter(event, afterLastField))}
      onKeyDown={(event) => {
        // React events bubble out of portals: a key pressed in the form's popup comes here too.
        if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
        // preventDefault, since Enter on a focused button would press it too.
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          if (!event.repeat) form.current?.requestSubmit();
        }
        // An open dropdown or calendar handles Esc itself.
        const opened = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
        if (event.key === 'Escape' && !event.defaultPrevented && !opened) props.onCancel();
      }}
    >
      <div className={classes.head}>
        <h2>{props.title}</h2>
        {props.goToKept && (
          <Button variant="subtle" color="gray" size="compact-xs" onClick={props.goToKept}>
            {draftTexts.earlier}
          </Button>
        )}
        <DraftStoredAt at={props.storedAt} />
      </div>
      {props.offer && <DraftNote {...props.offer} />}
      {props.note && (
        <p role="status" className={classes.note}>
          {props.note}
        </p>
      )}
      {/* Fields are inert while sending: the answer refers to the sent values. */}
      <div className={classes.content} inert={props.busy}>
        {comparison ?? (
          <>
            <div className={classes.fields}>{props.children}</div>
            {props.below}
          </>
        )}
      </div>
      <Group className={classes.buttons} justify="flex-end" gap={8}>
        <Button variant="subtle" color="gray" onClick={props.onCancel}>
          {comparison ? conflictTexts.discard : 'Cancel'}
        </Button>
        {props.otherSave && (
          <Button type="submit" variant="default" data-other-save aria-disabled={props.busy}>
            {props.otherSave.label}
          </Button>
        )}
        {/* Not disabled, which would drop the focus; useSaving prevents a double submit. */}
        <Button type="submit" data-disabled={props.busy || undefined} aria-disabled={props.busy}>
          {props.save}
        </Button>
      </Group>
      {props.question && <ConfirmDialog {...props.question} />}
    </form>
  );
}

/** The field that had the focus when the form was sent has it again afterwards, where the form is still there. */
function useReturnedFocus(form: RefObject<HTMLFormElement | null>, busy: boolean) {
  const focused = useRef<Element>(null);
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (busy) focused.current = form.current?.contains(activeElement) ? activeElement : null;
    // A click beside all fields moved the focus to an ancestor of the form.
    else if (activeElement?.contains(form.current) && focused.current instanceof HTMLElement) focused.current.focus();
  }, [form, busy]);
}
