/** The signed-in user, as every screen needs it. */
import { z } from 'zod';
import { endpoint, messageAnswer } from '../endpoint.ts';
import { activeStatus, withExample } from '../fields.ts';
import { roles } from '../../permissions.ts';

/** Specification §5, Login. */
export const logoutTexts = {
  confirm: 'Are you sure you want to logout?',
  unsaved: 'What you typed into the open form is not saved.',
} as const;

/** On the login page after a session that ended by itself. */
export const lostTexts = {
  ended: 'Your session ended.',
  typed: 'Your session ended; what you typed is kept.',
} as const;

/** Texts of a form whose input is restored after the session ended (docs/architecture/forms.md). */
export const restoredTexts = {
  typed: 'Your session ended before this was saved. What you typed is here again.',
  billAgain: 'Please choose the bill again.',
  passwordAgain: 'Please type the password again.',
} as const;

/** The keys of the browser's session storage (specification §9). */
export const sessionKeys = { token: 'auth_token', user: 'user', role: 'userRole' } as const;

export const userRecord = z
  .object({
    userId: z.int(),
    fullName: z.string(),
    email: z.string(),
    phone: z.string(),
    userRole: z.enum(roles),
    status: activeStatus(),
  })
  .meta({ id: 'User' });

export type UserRecord = z.output<typeof userRecord>;

export const session = z.object({ token: z.string(), userData: userRecord }).meta({ id: 'Session' });
export type Session = z.output<typeof session>;

export const signOut = endpoint({
  method: 'POST',
  path: '/Auth/logout',
  access: 'signed-in',
  status: 200,
  answer: messageAnswer,
});

/** The account names the cookie that is meant: other sites of a host may set cookies of other accounts. */
const reopenBody = withExample(z.object({ userId: z.int().positive() }), { userId: 1 });

export const reopenSession = endpoint({
  method: 'POST',
  path: '/Auth/reopen-session',
  access: 'anyone',
  status: 200,
  body: reopenBody,
  answer: session,
  errors: ['unauthenticated', 'too_many_requests'],
});

// Open, since Logout must end the device even where the session has run out.
export const endKeptDevice = endpoint({
  method: 'DELETE',
  path: '/Auth/kept-device',
  access: 'anyone',
  answer: messageAnswer,
});
