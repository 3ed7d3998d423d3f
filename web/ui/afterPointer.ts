/**
 * Defers blur validation while the pointer is down: an error that appears between pointerdown and pointerup shifts the
 * layout, and the click misses its button.
 */
let pressed = false;

addEventListener('pointerdown', () => (pressed = true), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), true);

/** Calls `then` at once, or after the current click. */
function afterPointer(then: () => void) {
  if (!pressed) {
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

/** For enhanceGetInputProps of @mantine/form. */
export function leaveAfterPointer({ inputProps: { onBlur } }: { inputProps: { onBlur?: () => void } }) {
  return { onBlur: () => afterPointer(() => onBlur?.()) };
}
