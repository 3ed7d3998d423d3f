import type { ErrorComponentProps } from '@tanstack/react-router';
import { errorTexts } from '#contract/errors.ts';

/** The error page of a screen that failed to load, mostly because a newer version was deployed. */
export function ScreenFailed({ error }: ErrorComponentProps) {
  console.error(error);
  return (
    <main className="screen-failed">
      <h1>This screen could not be shown</h1>
      <p>{errorTexts.internalReading}</p>
      <button type="button" onClick={() => window.location.reload()}>
        {errorTexts.reload}
      </button>
    </main>
  );
}
