/** Specification §2, Login; on the very first visit the first administrator is made here instead (design §4). */
import { useQuery } from '@tanstack/react-query';
import { authEndpoints } from '#contract/auth.ts';
import { call } from '#web/api/client.ts';
import { FirstAdministrator } from './FirstAdministrator.tsx';
import { LoginForm } from './LoginForm.tsx';
import classes from './AuthFrame.module.css';

export function LoginPage() {
  const setup = useQuery({
    queryKey: [authEndpoints.setup.path],
    queryFn: ({ signal }) => call(authEndpoints.setup, { signal }),
    gcTime: 0,
  });
  return (
    <main className={classes.page}>
      <div className={classes.panel}>
        <h1 className={classes.brand}>
          <span aria-hidden>G</span>
          Godown
        </h1>
        {setup.data?.needsFirstAdministrator ? (
          <FirstAdministrator needsSetupCode={setup.data.needsSetupCode} />
        ) : (
          <LoginForm />
        )}
      </div>
    </main>
  );
}
