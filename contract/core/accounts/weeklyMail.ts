/** The weekly mail of open tasks, to users who subscribe to it. */
import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { withExample } from '../fields.ts';

export const weeklyMailTexts = {
  title: 'Weekly mail',
  want: 'Mail me every Monday what waits to be done',
  about: 'The sentences and figures of the dashboard, from Monday 08:00. Nothing is sent when nothing waits.',
  noMailServer:
    'No mail server is set up: until an administrator sets one up, mails are only written to files on the server.',
  wanted: 'The weekly mail will come every Monday, the first one soon.',
  notWanted: 'The weekly mail will no longer come.',
  saveFailed: 'The weekly mail could not be changed.',
  invalid: 'Say true or false.',
} as const;

/** Its label in the history. */
export const weeklyMailLabel = 'Weekly mail';

const weeklyMail = z
  .object({
    wanted: z.boolean(),
    hasMailServer: z.boolean().describe('Without one, mails are only written to files on the server.'),
  })
  .meta({ id: 'WeeklyMail' });

export const weeklyMailEndpoints = {
  read: endpoint({ method: 'GET', path: '/weekly-mail', access: 'signed-in', answer: weeklyMail }),
  update: endpoint({
    method: 'PUT',
    path: '/weekly-mail',
    access: 'signed-in',
    body: withExample(z.object({ wanted: z.boolean({ error: weeklyMailTexts.invalid }) }), { wanted: true }),
    answer: weeklyMail,
  }),
};
