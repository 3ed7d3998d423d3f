import { Button, Group } from '@mantine/core';
import { useEffect, useRef, type ReactNode, type SubmitEvent } from 'react';
import classes from './FormPanel.module.css';
import { clearFailures } from './toast.tsx';

interface FormPanelProps {
  title: string;
  save: string;
  busy: boolean;
  /** What stands below the title: why the form is as it is. */
  note?: string;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void;
  onCancel: () => void;
  /** Is always there: it takes no focus by itself, and on a phone its buttons never leave the screen. */
  standing?: boolean;
  children: ReactNode;
  /** Stands below the fields at full width, without the panel's padding. */
  below?: ReactNode;
}

/** A form above its list: fields on a grid, Cancel and Save at the right end, Enter saves, Esc cancels. */
export function FormPanel(props: FormPanelProps) {
  const form = useRef<HTMLFormElement>(null);

  const { standing } = props;
  useEffect(() => {
    if (standing) return;
    form.current?.scrollIntoView({ block: 'nearest' });
    const asked = form.current?.querySelector<HTMLElement>('[data-autofocus]');
    (asked ?? form.current?.querySelector<HTMLElement>('input:not([type=hidden])'))?.focus();
  }, [standing]);

  return (
    <form
      ref={form}
      className={classes.panel}
      data-standing={standing}
      noValidate
      aria-label={props.title}
      onSubmit={(event) => {
        // What was wrong with the last try may be right by now.
        clearFailures();
        props.onSubmit(event);
      }}
      onKeyDown={(event) => {
        // What is pressed in a popup that the form opened comes here too, though it lies elsewhere on the page.
        if (!(event.target instanceof Node && event.currentTarget.contains(event.target))) return;
        // Inside a grid Enter goes on to the next field, so that there is one key which always saves.
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) form.current?.requestSubmit();
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
        <Button type="submit" disabled={props.busy}>
          {props.save}
        </Button>
      </Group>
    </form>
  );
}
