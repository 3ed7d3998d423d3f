import { Button } from '@mantine/core';
import { useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { errorTexts } from '#contract/core/errors.ts';
import { ApiError, messageOf } from '#web/core/api/client.ts';
import { useConnectionLost } from '#web/core/api/connection.ts';
import classes from './ScreenFailed.module.css';

/**
 * The error page of a screen that failed to load. Without a network it comes once Godown answers; else a newer version was
 * deployed, mostly.
 */
export function ScreenFailed({ error }: ErrorComponentProps) {
  console.error(error);
  const router = useRouter();
  const lost = useConnectionLost();
  const isUnreachable = error instanceof ApiError && error.code === 'unreachable';
  useEffect(() => {
    if (isUnreachable && !lost) router.invalidate().catch(console.error);
  }, [isUnreachable, lost, router]);
  return (
    <div className={classes.screen}>
      <h1>This screen could not be shown</h1>
      <p>{messageOf(error)}</p>
      {isUnreachable ? (
        <Button variant="default" onClick={() => void router.invalidate().catch(console.error)}>
          Try again
        </Button>
      ) : (
        <Button variant="default" onClick={() => window.location.reload()}>
          {errorTexts.reload}
        </Button>
      )}
    </div>
  );
}
