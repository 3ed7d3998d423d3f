import { Button } from '@mantine/core';
import { ApiError, messageOf } from '#web/core/api/client.ts';
import { PanelMessage } from '#web/core/ui/Panel.tsx';

interface LoadFailedProps {
  /** The message above the reason. */
  failed?: string;
  error: Error;
  /** Loads again; a rejection is logged. */
  retry: () => Promise<unknown>;
}

/** Shown instead of rows when loading fails. A fault of the query is more specific than the general message. */
export function LoadFailed({ failed, error, retry }: LoadFailedProps) {
  const faults = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return (
    <PanelMessage role="alert">
      {failed && <p>{failed}</p>}
      <p>{faults.join(' ') || messageOf(error)}</p>
      <Button
        variant="default"
        onClick={() => {
          retry().catch(console.error);
        }}
      >
        Try again
      </Button>
    </PanelMessage>
  );
}
