/** Specification §2, Login; on the very first visit the first administrator is made here instead (design §4). */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { authEndpoints } from '#contract/auth.ts';
import { call } from '#web/api/client.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { LoginForm } from './LoginForm.tsx';

/** Once in the life of an installation. */
const FirstAdministrator = lazy(async () => {
  const { FirstAdministrator: Form } = await import('./FirstAdministrator.tsx');
  return { default: Form };
});

export function LoginPage() {
  const setup = useQuery({
    queryKey: [authEndpoints.setup.path],
    queryFn: ({ signal }) => call(authEndpoints.setup, { signal }),
    gcTime: 0,
    // Once answered: the form that makes the first administrator stays until that one is signed in.
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
