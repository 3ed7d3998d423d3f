/** Mails the certificates that lapse within 90 days to admins and managers, once a week. */
import type { Store } from '../../core/db/connect.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import type { Trx } from '../../core/db/tables.ts';
import type { WeeklyMail } from '../../core/mail/weeklyMails.ts';
import { lapsingMail } from './lapsingMail.ts';
import { findLapsing } from './queries.ts';

interface Person {
  id: number;
  full_name: string;
  email: string;
}

async function findPeople(trx: Trx): Promise<Person[]> {
  return await trx
    .selectFrom('app_user')
    .select(['id', 'full_name', 'email'])
    .where('role', 'in', ['admin', 'manager'])
    .where('status', '=', 1)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

/** The reminders of certificates, of the weekly mails. */
export function remindersOf(store: Store): WeeklyMail {
  return {
    noted: 'reminder',
    failed: 'certificate reminder not sent to all recipients',
    async findMails(today) {
      const { lapsing, people } = await readSnapshot(store.longReads, async (snapshot) => ({
        lapsing: await findLapsing(snapshot, today),
        people: await findPeople(snapshot),
      }));
      if (lapsing.length === 0) return [];
      return people.map((person) => ({
        userId: person.id,
        mail: lapsingMail(person.email, person.full_name, lapsing, today),
      }));
    },
  };
}
