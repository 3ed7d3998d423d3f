/**
 * Specification §2, Login; on the first run, the form for the first administrator instead
 * (docs/domain.md, First administrator).
 */
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { authEndpoints } from '#contract/core/accounts/auth.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { LoginForm } from './LoginForm.tsx';

/** Needed once per installation. */
const FirstAdministrator = lazyComponent(async () => (await import('./FirstAdministrator.tsx')).FirstAdministrator);

export function LoginPage() {
  const setup = useQuery({
    ...queryOf(authEndpoints.setup),
    gcTime: 0,
    // Never refetched: the form must stay until the first administrator is signed in.
    enabled: ({ state }) => state.data === undefined,
  });
  return (
    <AuthFrame>
      {setup.data?.needsFirstAdministrator ? (
        <Suspense>
          <FirstAdministrator needsSetupCode={setup.data.needsSetupCode} />
        </Suspense>
      ) : (
        <LoginForm />
      )}
    </AuthFrame>
  );
}
