/** Specification §2, Login; on the very first visit the first administrator is made here instead (design §4). */
import { useQuery } from '@tanstack/react-query';
import { authEndpoints } from '#contract/auth.ts';
import { call } from '#web/api/client.ts';
import { AuthFrame } from './AuthFrame.tsx';
import { FirstAdministrator } from './FirstAdministrator.tsx';
import { LoginForm } from './LoginForm.tsx';

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
        <FirstAdministrator needsSetupCode={setup.data.needsSetupCode} />
      ) : (
        <LoginForm />
      )}
    </AuthFrame>
  );
}
