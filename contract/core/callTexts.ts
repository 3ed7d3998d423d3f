/** Texts of the calls of sign-in, users, sessions, the weekly mail and the server. */
import type { CallText, CallTexts } from './callText.ts';
import type { authEndpoints } from './accounts/auth.ts';
import { SESSIONS_SHOWN, type sessionEndpoints } from './accounts/sessions.ts';
import type { userEndpoints } from './accounts/users.ts';
import type { weeklyMailEndpoints } from './accounts/weeklyMail.ts';

export const authCallTexts: CallTexts<typeof authEndpoints> = {
  signIn: {
    operationId: 'signIn',
    tag: 'Sign-in',
    summary: 'Sign in',
    description: 'Answers a token: send it as `Authorization: Bearer …` with every other call.',
  },
  validateToken: {
    operationId: 'validateToken',
    tag: 'Sign-in',
    summary: 'Check a token',
    description: 'Answers the user of the token in `jwtToken`, or a 401 if its session has ended.',
  },
  reopen: {
    operationId: 'reopenSession',
    tag: 'Sign-in',
    summary: 'Open a session on a kept device',
    description:
      'Takes the cookie of a sign-in with `keepSignedIn` and answers as the sign-in does. Each use replaces the cookie; one that was replaced ends the device with a 401.',
  },
  endKept: {
    operationId: 'endKeptDevice',
    tag: 'Sign-in',
    summary: 'End the kept device of the cookie',
    description: 'Ends the sessions that it opened, too.',
  },
  signOut: {
    operationId: 'signOut',
    tag: 'Sign-in',
    summary: 'End this session',
    description: 'The device of the request is no longer kept signed in.',
  },
  requestReset: {
    operationId: 'requestPasswordReset',
    tag: 'Sign-in',
    summary: 'Ask for a one-time code by mail',
    description:
      'The answer is the same whether or not an account has this address. A code holds for 10 minutes and 5 tries; asking again replaces it.',
  },
  resetPassword: {
    operationId: 'resetPassword',
    tag: 'Sign-in',
    summary: 'Set a new password with the one-time code',
    description: 'Ends all sessions of the account.',
  },
  setup: {
    operationId: 'getSetup',
    tag: 'Sign-in',
    summary: 'Check whether the first administrator is still to be created',
    description: 'Says also whether that takes the setup code which the server printed.',
  },
  register: {
    operationId: 'registerUser',
    tag: 'Users',
    summary: 'Add a user',
    description:
      'Only an admin or a manager may call it, and nobody adds a user above their own role. While there is no user at all it needs no token and creates the first administrator. An email that is registered already is refused with a 409.',
    heedsToken: true,
  },
};

export const userCallTexts: CallTexts<typeof userEndpoints> = {
  list: {
    operationId: 'listUsers',
    tag: 'Users',
    summary: 'List users',
    description: '`search` looks in name, email and phone.',
  },
  get: { operationId: 'getUser', tag: 'Users', summary: 'Read one user' },
  update: {
    operationId: 'updateUser',
    tag: 'Users',
    summary: 'Change a user',
    description:
      'An empty password keeps the old one; a status that is left out stays. A new role, status, email or password ends the sessions of the user. The last active admin stays one: a 409.',
  },
  remove: {
    operationId: 'deleteUser',
    tag: 'Users',
    summary: 'Delete a user',
    description: 'Ends their sessions. Oneself and the last active admin are refused with a 409.',
  },
};

const mostSessions = `The last used first, at most ${SESSIONS_SHOWN}.`;

export const weeklyMailCallTexts: CallTexts<typeof weeklyMailEndpoints> = {
  read: { operationId: 'getWeeklyMail', tag: 'Users', summary: 'Check whether you get the weekly mail' },
  update: {
    operationId: 'updateWeeklyMail',
    tag: 'Users',
    summary: 'Get the weekly mail, or no longer',
    description: 'It comes every Monday, with the sentences and figures of the dashboard on pending work.',
  },
};

export const sessionCallTexts: CallTexts<typeof sessionEndpoints> = {
  own: { operationId: 'listSessions', tag: 'Sign-in', summary: 'List your open sessions', description: mostSessions },
  endOthers: { operationId: 'endOtherSessions', tag: 'Sign-in', summary: 'End all your sessions but this one' },
  end: {
    operationId: 'endSession',
    tag: 'Sign-in',
    summary: 'End one of your sessions',
    description: 'An admin may end a session of somebody else.',
  },
  changePassword: {
    operationId: 'changePassword',
    tag: 'Sign-in',
    summary: 'Change your own password',
    description: 'Ends your other sessions.',
  },
  ofUser: {
    operationId: 'listUserSessions',
    tag: 'Users',
    summary: 'List the open sessions of a user',
    description: mostSessions,
  },
  endAllOfUser: {
    operationId: 'endUserSessions',
    tag: 'Users',
    summary: 'End all sessions of a user',
    description: 'The session that asks stays open.',
  },
};

export const healthCallText: CallText = {
  operationId: 'getHealth',
  tag: 'Server',
  summary: 'Check whether the server runs',
};

export const readyCallText: CallText = {
  operationId: 'getReadiness',
  tag: 'Server',
  summary: 'Check whether the server can do its work',
  description: 'A 503 while the database does not answer or is not up to date, and while the server stops.',
};
