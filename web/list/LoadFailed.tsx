import { Button } from '@mantine/core';
import { messageOf } from '#web/api/client.ts';
import { PanelMessage } from '#web/ui/Panel.tsx';

interface LoadFailedProps {
  /** What is said above the reason. */
  failed?: string;
  error: Error;
  retry: () => void;
}

/** Stands where rows would, when they could not be loaded. */
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
