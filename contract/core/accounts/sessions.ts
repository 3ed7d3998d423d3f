/** Open sessions of a user, and changing the password (docs/domain.md, Sessions). */
import { z } from 'zod';
import { endpoint, idParams, messageAnswer } from '../endpoint.ts';
import { limits, withExample } from '../fields.ts';
import { fieldTexts } from '../sharedTexts.ts';
import { newPassword, passwordExample, userTexts } from './users.ts';

export const profileTexts = {
  changePassword: 'Change password',
  currentWrong: 'This is not your current password.',
  samePassword: 'Choose a password that differs from the current one.',
  passwordChanged: 'Password changed. Your other sessions have ended.',
  passwordFailed: 'Failed to change the password',
} as const;

export const sessionTexts = {
  own: 'Where you are signed in',
  thisOne: 'This one',
  keptUntil: (day: string) => `Kept signed in until ${day}`,
  none: 'No open sessions.',
  ended: 'Session ended',
  endedAll: 'Sessions ended',
  endFailed: 'Failed to end the session',
  confirmEnd: 'Are you sure you want to end this session?',
  confirmEndOthers: 'Are you sure you want to end all your other sessions?',
  confirmEndAll: 'Are you sure you want to end all sessions of this user?',
  notFound: 'This session has ended already.',
  /** A device without a known User-Agent. */
  unknownDevice: 'Unknown device',
} as const;

/** The most recently used sessions are listed, at most so many; ending all ends the rest as well. */
export const SESSIONS_SHOWN = 100;

export const openedSession = z
  .object({
    sessionId: z.int().describe('Names the session; it is no part of its token.'),
    device: z.string().describe('Browser and system, in words.'),
    address: z.string().nullable().describe('Where it was last used from.'),
    signedInAt: z.string(),
    lastSeenAt: z.string().describe('To the minute.'),
    isThis: z.boolean().describe('Whether it is the session that asks.'),
    keptUntil: z.string().nullable().describe('Until when the device is kept signed in; with it end its sessions.'),
  })
  .meta({ id: 'OpenSession' });

export type OpenedSession = z.output<typeof openedSession>;

export const passwordBody = withExample(
  z
    .object({
      newPassword,
      currentPassword: z
        .string({ error: userTexts.required })
        .min(1, userTexts.required)
        .max(limits.password, fieldTexts.tooLong(limits.password)),
    })
    .refine((body) => body.newPassword !== body.currentPassword, {
      path: ['newPassword'],
      error: profileTexts.samePassword,
    }),
  { newPassword: 'paper-and-leaf', currentPassword: passwordExample },
);

export const sessionEndpoints = {
  own: endpoint({
    method: 'GET',
    path: '/sessions',
    access: 'signed-in',
    answer: z.array(openedSession),
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/sessions',
    access: 'signed-in',
    answer: messageAnswer,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/sessions/:id',
    access: 'signed-in',
    params: idParams,
    answer: messageAnswer,
  }),
  ofUser: endpoint({
    method: 'GET',
    path: '/Auth/user-sessions/:id',
    access: ['users', 'update'],
    params: idParams,
    answer: z.array(openedSession),
  }),
  endAllOfUser: endpoint({
    method: 'DELETE',
    path: '/Auth/user-sessions/:id',
    access: ['users', 'update'],
    params: idParams,
    answer: messageAnswer,
  }),
  changePassword: endpoint({
    method: 'POST',
    path: '/Auth/change-password',
    access: 'signed-in',
    status: 200,
    body: passwordBody,
    answer: messageAnswer,
    errors: ['key_reused', 'too_many_requests'],
  }),
};
