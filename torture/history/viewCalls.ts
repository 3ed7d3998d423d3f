/** The calls that save views of lists, with random content, and the history expected of them. */
import type { Json } from '../clients/caller.ts';
import type { Content } from './content.ts';
import { changesOf, type Fields } from './expectedHistory.ts';
import type { Calls, Clients } from './recordCalls.ts';

const titles = new Map([
  ['suppliers', 'Suppliers'],
  ['inward', 'Inward'],
  ['lots', 'Lots'],
  ['goods', 'Finished Goods'],
]);

const fields: Fields = {
  List: ({ list }) => titles.get(list) ?? '',
  Name: 'name',
  Filters: 'query',
  Shared: ({ shared }) => (shared ? 'yes' : ''),
};

export function viewCalls({ manager }: Clients, content: Content): Calls {
  const { random } = content;
  const views = new Map<number, Json>();
  const some = (): number => random.pick(views.size === 0 ? [999_999] : [...views.keys()]);

  const view = (list: string): Json => ({
    list,
    name: content.text(50),
    query: random.pick(['', 'status=1', 'search=a%20b&sort=name', `search=${content.number()}`]),
    shared: random.chance(0.5),
  });
  const event = (id: number, before: Json, after: Json) => {
    const action = !before ? 'create' : after ? 'update' : 'delete';
    return [{ kind: 'views', id, action, userId: manager.userId, changes: changesOf(fields, before, after) }];
  };

  return {
    'POST /views': async () => {
      const sent = view(random.pick([...titles.keys()]));
      const answer = await manager.call('POST', '/views', sent);
      const expected = () => {
        const id = Number(answer?.json.viewId);
        views.set(id, sent);
        return event(id, null, sent);
      };
      return { answer, expected };
    },
    'PUT /views/{id}': async () => {
      const id = some();
      const before = views.get(id) ?? null;
      const sent = view(before?.list);
      const answer = await manager.call('PUT', `/views/${id}`, sent);
      const expected = () => {
        views.set(id, sent);
        return event(id, before, sent);
      };
      return { answer, expected };
    },
    'DELETE /views/{id}': async () => {
      const id = some();
      const before = views.get(id) ?? null;
      const answer = await manager.call('DELETE', `/views/${id}`);
      const expected = () => {
        views.delete(id);
        return event(id, before, null);
      };
      return { answer, expected };
    },
  };
}
