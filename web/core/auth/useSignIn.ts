import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { authEndpoints } from '#contract/core/accounts/auth.ts';
import { call } from '#web/core/api/client.ts';
import { setKeptUser } from '#web/core/api/keptUser.ts';
import { popPlace, startSession } from '#web/core/api/session.ts';
import { clearToasts } from '#web/core/ui/toast.tsx';

/** Signs in and goes to the dashboard, or to the place that was left or asked for. */
export function useSignIn() {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useMutation({
    mutationFn: ({ keepSignedIn, ...values }: { userName: string; userPassword: string; keepSignedIn?: boolean }) =>
      call(authEndpoints.signIn, { body: { ...values, jwtToken: '', ...(keepSignedIn && { keepSignedIn }) } }),
    onSuccess: async (session, { keepSignedIn }) => {
      // Another user may have been signed in before in this tab.
      queryClient.clear();
      clearToasts();
      startSession(session);
      setKeptUser(keepSignedIn ? session.userData.userId : undefined);
      const place = popPlace(session.userData.userId);
      if (place === undefined) await router.navigate({ to: '/dashboard' });
      else router.history.push(place);
    },
  });
}
