import '@mantine/core/styles/Group.layer.css';
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import { goOnWithEnter } from './fieldFocus.ts';
import classes from './FormPanel.module.css';
import { clearFailures } from '#web/ui/toast.tsx';

interface FormPanelProps {
  title: string;
  save: string;
  busy: boolean;
  /** What stands below the title: why the form is as it is. */
  note?: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  /** Makes Enter go from field to field, and does this behind the last one: a form of many lines is not saved half. */
  behindLast?: (form: HTMLFormElement) => void;
  /** Is always there: on a phone its buttons never leave the screen. */
  pinned?: boolean;
  /** Takes the focus when it opens; one that is always there only where work goes on in it. */
  takesFocus?: boolean;
  children: ReactNode;
  /** Stands below the fields at full width, without the panel's padding. */
  below?: ReactNode;
}

/** A form above its list: fields on a grid, Cancel and Save at the right end; Ctrl or ⌘ with Enter saves, Esc cancels. */
export function FormPanel(props: FormPanelProps) {
  const form = useRef<HTMLFormElement>(null);

  const { behindLast, pinned, takesFocus = !pinned } = props;
  useEffect(() => {
    if (!takesFocus) return;
    form.current?.scrollIntoView({ block: 'nearest' });
    const asked = form.current?.querySelector<HTMLElement>('[data-autofocus]');
    (asked ?? form.current?.querySelector<HTMLElement>('input:not([type=hidden])'))?.focus();
  }, [takesFocus]);

  return (
    <form
      ref={form}
      className={classes.panel}
      data-pinned={pinned}
      noValidate
      aria-label={props.title}
      onSubmit={(event) => {
        // What was wrong with the last try may be right by now.
        clearFailures();
        props.onSubmit(event);
      }}
      onKeyDownCapture={behindLast && ((event) => goOnWithEnter(event, behindLast))}
      onKeyDown={(event) => {
        // What is pressed in a popup that the form opened comes here too, though it lies elsewhere on the page.
        if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
        // One key saves wherever one is: on a button it would press that, too.
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          if (!event.repeat) form.current?.requestSubmit();
        }
        // An open dropdown or calendar takes Esc for itself first.
        const opened = event.target instanceof Element && event.target.getAttribute('aria-expanded') === 'true';
        if (event.key === 'Escape' && !event.defaultPrevented && !opened) props.onCancel();
      }}
    >
      <h2>{props.title}</h2>
      {props.note && (
        <p role="status" className={classes.note}>
          {props.note}
        </p>
      )}
      <div className={classes.fields}>{props.children}</div>
      {props.below}
      <Group className={classes.buttons} justify="flex-end" gap={8}>
        <Button variant="subtle" color="gray" onClick={props.onCancel}>
          Cancel
        </Button>
        {/* Not disabled, which would take the focus away: while one thing is sent, no second one is (useSaving). */}
        <Button type="submit" data-disabled={props.busy || undefined} aria-disabled={props.busy}>
          {props.save}
        </Button>
      </Group>
    </form>
  );
}
