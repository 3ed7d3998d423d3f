import type { ErrorComponentProps } from '@tanstack/react-router';
import { errorTexts } from '#contract/errors.ts';

/** Where a screen itself cannot be shown, mostly because a newer version was put in place meanwhile. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  console.error(error);
  return (
    <main className="screen-failed">
      <h1>This screen could not be shown</h1>
      <p>{errorTexts.internalReading}</p>
      <button type="button" onClick={() => window.location.reload()}>
        Reload
      </button>
    </main>
  );
}
