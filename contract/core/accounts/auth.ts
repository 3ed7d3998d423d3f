/** Signing in, the first run, and passwords that were forgotten. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { email, limits, withExample } from '../fields.ts';
import { fieldTexts } from '../sharedTexts.ts';
import { endKeptDevice, reopenSession, session, signOut, userRecord } from './signedIn.ts';
import { newPassword, passwordExample, userExample, userFields } from './users.ts';

/** Specification §2, §5 and §8, Login. */
export const loginTexts = {
  subtitle: 'LogIn',
  emailRequired: 'Email is required.',
  emailInvalid: 'Enter a valid email.',
  passwordRequired: 'Password is required.',
  refused: 'Invalid email or password',
  tooMany: 'Too many attempts. Please wait and try again.',
  busy: 'Logging in...',
  forgotPassword: 'Forgot Password?',
  noToken: 'No token found',
  keep: 'Keep me signed in on this device',
} as const;

/** Specification §2, §5 and §8, Forgot password. */
export const resetTexts = {
  emailInvalid: 'Enter a valid email.',
  sent: 'OTP sent successfully!',
  sendFailed: 'Failed to send OTP',
  verifyFailed: 'OTP verification failed',
  done: 'Password reset successful!',
  otpShort: 'Min 6 chars.',
  noMail: 'No mail after a few minutes? Ask an administrator of your Godown: they can set a new password.',
} as const;

export const OTP_LENGTH = 6;

/** The first run (docs/domain.md, First administrator). */
export const setupTexts = {
  title: 'Create the first administrator',
  sampleData: 'Load sample data to look around with',
  codeLabel: 'Setup code',
  codeHint: 'The one-time code that the server printed when it started.',
  codeWrong: 'This is not the setup code that the server printed.',
  alreadyDone: 'The first administrator already exists. Please sign in.',
} as const;

export const credentials = withExample(
  z.object({
    userName: email(loginTexts.emailRequired, loginTexts.emailInvalid),
    userPassword: z
      .string({ error: loginTexts.passwordRequired })
      .min(1, loginTexts.passwordRequired)
      .max(limits.password, fieldTexts.tooLong(limits.password)),
    jwtToken: z.string().max(limits.password).nullish(),
    keepSignedIn: z
      .boolean()
      .optional()
      .describe('Sets a cookie by which `POST /Auth/reopen-session` opens further sessions, for 30 days.'),
  }),
  { userName: userExample.email, userPassword: passwordExample, jwtToken: '' },
);

const tokenBody = withExample(
  z.object({
    userName: z.string().max(limits.email).nullish(),
    userPassword: z.string().max(limits.password).nullish(),
    jwtToken: z.string({ error: loginTexts.noToken }).min(1, loginTexts.noToken).max(limits.password),
  }),
  { jwtToken: 'the token that signing in answered' },
);

export const registerBody = withExample(
  z.object({
    ...userFields,
    password: newPassword,
    loadSampleData: z.boolean().optional().describe('First administrator only.'),
    setupCode: z
      .string()
      .max(limits.password)
      .optional()
      .describe('First administrator only, where GET /setup says needsSetupCode.'),
  }),
  { ...userExample, password: passwordExample },
);

const resetAnswer = z.object({ responseMessage: z.string() });

// An empty field gets the same message (specification §5).
const resetEmail = email(resetTexts.emailInvalid, resetTexts.emailInvalid);

export const resetRequest = z.object({ email: withExample(resetEmail, userExample.email) });

export const resetBody = withExample(
  z.object({
    email: resetEmail,
    otp: z.string({ error: resetTexts.otpShort }).trim().min(OTP_LENGTH, resetTexts.otpShort).max(limits.password),
    password: newPassword,
  }),
  // The code is in the mail.
  { email: userExample.email, otp: '123456', password: passwordExample },
);

export const authEndpoints = {
  requestReset: endpoint({
    method: 'GET',
    path: '/Auth/reset-password-otp',
    access: 'anyone',
    query: resetRequest,
    answer: resetAnswer,
    failure: resetTexts.sendFailed,
    errors: ['too_many_requests'],
  }),
  resetPassword: endpoint({
    method: 'POST',
    path: '/Auth/verify-otp',
    access: 'anyone',
    status: 200,
    body: resetBody,
    answer: resetAnswer,
    failure: resetTexts.verifyFailed,
    errors: ['too_many_requests'],
  }),
  setup: endpoint({
    method: 'GET',
    path: '/setup',
    access: 'anyone',
    answer: z.object({ needsFirstAdministrator: z.boolean(), needsSetupCode: z.boolean() }),
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/Auth/checkUserAuthentication',
    access: 'anyone',
    status: 200,
    body: credentials,
    answer: session,
    errors: ['unauthenticated', 'too_many_requests'],
  }),
  validateToken: endpoint({
    method: 'POST',
    path: '/Auth/validateToken',
    access: 'anyone',
    status: 200,
    body: tokenBody,
    answer: session,
    errors: ['unauthenticated'],
  }),
  register: endpoint({
    method: 'POST',
    path: '/Auth/register',
    access: 'anyone',
    body: registerBody,
    answer: userRecord,
    errors: ['unauthenticated', 'conflict', 'key_reused', 'too_many_requests'],
  }),
  signOut,
  reopen: reopenSession,
  endKept: endKeptDevice,
};
