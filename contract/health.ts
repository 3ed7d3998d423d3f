import { z } from 'zod';
import { endpoint } from './endpoints.ts';

export const healthEndpoint = endpoint({
  method: 'GET',
  path: '/health',
  access: 'anyone',
  summary: 'Whether the server runs',
  answer: z.object({ status: z.literal('ok') }),
});
