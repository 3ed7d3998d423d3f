import type { Role } from '../permissions.ts';

/** The work of each role in three sentences, for the form of an account. */
export const roleDuties: Readonly<Record<Role, readonly [string, string, string]>> = {
  admin: [
    'Does everything that a manager does.',
    'Deletes records and restores them, changes and deletes accounts, undoes imports.',
    'Sets up the company, reads the activity and makes backups.',
  ],
  manager: [
    'Does everything that a user does, and the work of the office: purchases, dispatches, adjustments, masters, corrections.',
    'Releases lots that are on hold, and posts or discards counts that wait.',
    'Adds accounts of managers and users. Deleting, the company and backups stay with admins.',
  ],
  user: [
    'Sees every list, records production and continues runs in progress.',
    'Scans, puts lots on hold and counts: a difference beyond the tolerance of the item waits for the office to post it, and can be taken back until then.',
    'Write-offs, releases, dispatches, inwards and corrections stay with the office, which is managers and admins.',
  ],
};
