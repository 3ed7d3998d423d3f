/**
 * An error that appears while the mouse is being pressed moves the page under it, and the click then misses its button.
 * So what a field shows when it is left waits until the press is over.
 */
let pressed = false;

addEventListener('pointerdown', () => (pressed = true), true);
for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => (pressed = false), true);

/** Does `then` at once, or right after the click that is being made. */
function afterPointer(then: () => void) {
  if (!pressed) {
    then();
    return;
  }
  const over = new AbortController();
  const finish = () => {
    over.abort();
    setTimeout(then);
  };
  for (const end of ['pointerup', 'pointercancel']) addEventListener(end, finish, { signal: over.signal });
}

/** The same for the fields of a form of @mantine/form: its enhanceGetInputProps. */
export function leaveAfterPointer({ inputProps: { onBlur } }: { inputProps: { onBlur?: () => void } }) {
  return { onBlur: () => afterPointer(() => onBlur?.()) };
}
