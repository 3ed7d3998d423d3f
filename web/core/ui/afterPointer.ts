import type { FocusEvent } from 'react';

/**
 * Defers blur validation while the pointer is down: an error that appears between pointerdown and pointerup shifts the
 * layout, and the click misses its button.
 */
let pressed: EventTarget | null = null;

addEventListener('pointerdown', ({ target }) => (pressed = target), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = null), true);

/** Calls `then` at once, or after the current click. */
export function afterPointer(then: () => void) {
  if (pressed === null) {
    then();
    return;
  }
  const released = new AbortController();
  const finish = () => {
    released.abort();
    setTimeout(then);
  };
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, finish, { signal: released.signal });
}

/** Whether the focus leaves a field because something outside its form is pressed, or a dialog takes it. */
function isFormLeft(event: FocusEvent | undefined): boolean {
  const form = event?.target.closest('form');
  const to = pressed ?? event?.relatedTarget?.closest('[role=dialog]') ?? null;
  return Boolean(form) && to instanceof Node && !form?.contains(to);
}

interface InputOfForm {
  inputProps: { onBlur?: () => void };
  form: { getValues: () => object; isDirty: (field: string) => boolean };
}

/**
 * For enhanceGetInputProps of @mantine/form. An untouched form shows no faults when another element opens: otherwise
 * one that stays open would report an empty field that the user never meant to fill.
 */
export function leaveAfterPointer({ inputProps: { onBlur }, form }: InputOfForm) {
  return {
    onBlur: (event?: FocusEvent) => {
      // Per field: the form-wide isDirty() misses added and removed lines.
      if (isFormLeft(event) && !Object.keys(form.getValues()).some((field) => form.isDirty(field))) return;
      afterPointer(() => onBlur?.());
    },
  };
}
