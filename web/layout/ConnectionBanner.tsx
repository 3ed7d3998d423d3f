import { useEffect } from 'react';
import { healthEndpoint } from '#contract/health.ts';
import { call } from '#web/api/client.ts';
import { setConnectionLost, useConnectionLost } from '#web/api/connection.ts';
import { readAnew } from '#web/api/queries.ts';
import classes from './ConnectionBanner.module.css';

const TRY_EVERY_MS = 3000;

/** Says that the server cannot be reached, asks for it, and goes by itself once it is there; then everything is read anew. */
export function ConnectionBanner() {
  const lost = useConnectionLost();

  useEffect(() => {
    const lose = () => setConnectionLost(true);
    addEventListener('offline', lose);
    return () => removeEventListener('offline', lose);
  }, []);

  useEffect(() => {
    if (!lost) return undefined;
    const ask = () => {
      // A try that fails leaves the banner where it is, which says it already.
      call(healthEndpoint).catch(() => undefined);
    };
    const timer = setInterval(ask, TRY_EVERY_MS);
    addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      removeEventListener('online', ask);
      readAnew();
    };
  }, [lost]);

  return (
    <div role="status" className={classes.place}>
      {lost && <p className={classes.banner}>Godown cannot be reached. Trying again…</p>}
    </div>
  );
}
