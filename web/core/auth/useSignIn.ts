import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { authEndpoints } from '#contract/core/accounts/auth.ts';
import { call } from '#web/core/api/client.ts';
import { startSession, popLostPlace } from '#web/core/api/session.ts';
import { clearToasts } from '#web/core/ui/toast.tsx';

/** Signs in and goes to the dashboard, or back to where this user's session was lost. */
export function useSignIn() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: (values: { userName: string; userPassword: string }) =>
      call(authEndpoints.signIn, { body: { ...values, jwtToken: '' } }),
    onSuccess: async (session) => {
      // Another user may have been signed in before in this tab.
      queryClient.clear();
      clearToasts();
      startSession(session);
      const place = popLostPlace(session.userData.userId, router.state.location.state.opened);
      if (place === undefined) await router.navigate({ to: '/dashboard' });
      else router.history.push(place);
    },
  });
}
