import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { authEndpoints } from '#contract/auth.ts';
import { call } from '#web/api/client.ts';
import { startSession } from '#web/api/session.ts';

/** Signs in, keeps the session, and goes to the dashboard. */
export function useSignIn() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (values: { userName: string; userPassword: string }) =>
      call(authEndpoints.signIn, { body: { ...values, jwtToken: '' } }),
    onSuccess: async (session) => {
      // What somebody else saw before in this window is not for this person.
      queryClient.clear();
      startSession(session);
      await navigate({ to: '/dashboard' });
    },
  });
}
