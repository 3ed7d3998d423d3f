import { useEffect } from 'react';
import { healthEndpoint } from '#contract/core/health.ts';
import { call } from '#web/core/api/client.ts';
import { setConnectionLost, useConnectionLost } from '#web/core/api/connection.ts';
import { invalidateAll } from '#web/core/api/queries.ts';
import classes from './ConnectionBanner.module.css';

const RETRY_MS = 3000;

/** Shows that the server is unreachable and polls it; on reconnection it closes and refetches everything. */
export function ConnectionBanner() {
  const lost = useConnectionLost();

  useEffect(() => {
    const onOffline = () => setConnectionLost(true);
    addEventListener('offline', onOffline);
    return () => removeEventListener('offline', onOffline);
  }, []);

  useEffect(() => {
    if (!lost) return undefined;
    const poll = () => {
      // The banner already shows the failure.
      call(healthEndpoint).catch(() => undefined);
    };
    const timer = setInterval(poll, RETRY_MS);
    addEventListener('online', poll);
    return () => {
      clearInterval(timer);
      removeEventListener('online', poll);
      invalidateAll();
    };
  }, [lost]);

  return (
    <div role="status" className={classes.place}>
      {lost && <p className={classes.banner}>Godown cannot be reached. Trying again…</p>}
    </div>
  );
}
