import { z } from 'zod';
import { endpoint } from './endpoint.ts';

export const healthEndpoint = endpoint({
  method: 'GET',
  path: '/health',
  access: 'anyone',
  answer: z.object({ status: z.literal('ok') }),
});

export const readyEndpoint = endpoint({
  method: 'GET',
  path: '/ready',
  access: 'anyone',
  answer: z.object({ status: z.literal('ready') }),
});

/** Reasons why a server is not ready. */
export const readyTexts = {
  stopping: 'Godown is stopping.',
  outdated: 'The database of Godown has not been brought up to date.',
  silent: 'The database does not answer.',
} as const;
