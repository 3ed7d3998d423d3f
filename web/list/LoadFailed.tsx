import { Button } from '@mantine/core';
import { messageOf } from '#web/api/client.ts';
import { PanelMessage } from '#web/ui/Panel.tsx';

interface LoadFailedProps {
  /** The message above the reason. */
  failed?: string;
  error: Error;
  retry: () => void;
}

/** Shown instead of rows when loading fails. */
export function LoadFailed({ failed, error, retry }: LoadFailedProps) {
  return (
    <PanelMessage role="alert">
      {failed && <p>{failed}</p>}
      <p>{messageOf(error)}</p>
      <Button variant="default" onClick={retry}>
        Try again
      </Button>
    </PanelMessage>
  );
}
