/** The calls that change lots and items, which come with their documents and masters. */
import type { Json } from '../clients/caller.ts';
import type { Content } from './content.ts';
import { changesOf, fieldsOf, noNames } from './expectedHistory.ts';
import type { Calls, Clients, Person } from './recordCalls.ts';

export function stockCalls({ admin, manager }: Clients, content: Content): Calls {
  const { random } = content;
  const fields = fieldsOf(noNames);

  /** Any lot or item as it is now; one that isn't there where there is none. */
  async function some(kind: 'lots' | 'items', query = ''): Promise<Json> {
    const records: Json[] = (await admin.call('GET', `/${kind}${query}`))?.json ?? [];
    return records.length === 0 ? { lotId: 999_999, itemId: 999_999 } : random.pick(records);
  }

  async function change(
    [kind, action]: ['lots' | 'items', string],
    send: (
      person: Person,
      before: Json,
    ) => Promise<{ id: number; answer: Awaited<ReturnType<Person['call']>>; after: Json }>,
    query = '',
  ) {
    const person = random.pick([admin, manager]);
    const before = await some(kind, query);
    const { id, answer, after } = await send(person, before);
    const changes = () => changesOf(fields[kind] ?? {}, before, { ...before, ...after });
    return { answer, expected: () => [{ kind, id, action, userId: person.userId, changes: changes() }] };
  }

  const toState = (action: 'hold' | 'release', state: string) => async () =>
    await change(
      ['lots', action],
      async ({ call }, { lotId: id }) => {
        const reason = content.text(100);
        const answer = await call('POST', `/lots/${id}/${action}`, { reason });
        return { id, answer, after: { state, stateReason: reason } };
      },
      action === 'hold' ? '?state=released' : '?state=onHold',
    );

  return {
    'PUT /lots/{id}': async () =>
      await change(
        ['lots', 'update'],
        async ({ call }, { lotId: id }) => {
          const after = { supplierLotNumber: content.text(50), expiresOn: content.maybe(content.date('2027-03')) };
          return { id, answer: await call('PUT', `/lots/${id}`, after), after };
        },
        // An opening stock repeats the expiry dates of its lots, and its history has their earlier ones.
        '?origin=received',
      ),
    'POST /lots/{id}/hold': toState('hold', 'onHold'),
    'POST /lots/{id}/release': toState('release', 'released'),
    'PUT /items/{id}': async () =>
      await change(['items', 'update'], async ({ call, userId }, { itemId: id, unit, afterExpiry }) => {
        const after = {
          gramsPerUnit: random.whole(1, 900_000) / 1000,
          part: random.pick(['ingredient', 'water', 'salt', 'processingAid', 'packaging']),
          balanceTolerancePercent: content.maybe(random.whole(0, 100_000) / 1000),
          maxGainPercent: random.whole(0, 100_000) / 1000,
          afterExpiry: userId === admin.userId ? random.pick(['refuse', 'reason', 'say']) : afterExpiry,
          reorderLevel: content.maybe(random.whole(1, 900_000) / 1000),
        };
        const answer = await call('PUT', `/items/${id}`, after);
        // A unit of weight says its grams by itself.
        return { id, answer, after: unit === 'kg' ? { ...after, gramsPerUnit: 1000 } : after };
      }),
  };
}
