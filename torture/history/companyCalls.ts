/** The call that changes the company, with random content, and the history expected of it. */
import type { Json } from '../clients/caller.ts';
import type { Content } from './content.ts';
import { changesOf, type Fields } from './expectedHistory.ts';
import type { Calls, Clients } from './recordCalls.ts';

const fields: Fields = {
  Name: 'name',
  Address: 'address',
  Phone: 'phone',
  Email: 'email',
  GSTIN: 'gstinNumber',
  'FSSAI licence': 'licenceNumber',
};

export function companyCalls({ admin }: Clients, content: Content): Calls {
  let company: Json = { name: '', address: '', phone: '', email: '', gstinNumber: '', licenceNumber: '' };
  return {
    'PUT /company': async () => {
      const before = company;
      const sent = {
        name: content.text(80),
        address: content.text(200),
        phone: content.maybe('02551 220 114') ?? '',
        email: `office${content.number()}@example.in`,
        gstinNumber: content.maybe('27AAACS1234L1Z5') ?? '',
        licenceNumber: String(content.number()),
      };
      const answer = await admin.call('PUT', '/company', sent);
      const expected = () => {
        company = sent;
        const changes = changesOf(fields, before, sent);
        return [{ kind: 'company', id: 1, action: 'update', userId: admin.userId, changes }];
      };
      return { answer, expected };
    },
  };
}
