/** Reads the overview of a record: in one snapshot, in a slot for slow reads. */
import type { z } from 'zod';
import type { Endpoint, idParams } from '#contract/core/endpoint.ts';
import { readSnapshot } from '../db/snapshot.ts';
import type { Trx } from '../db/tables.ts';
import { notFound } from '../http/errors.ts';
import { sendJson, toJson, type Routes } from '../http/routes.ts';

type OverviewEndpoint = Endpoint & { params: typeof idParams };

/** Registers calls that answer the result of `find` for an id, or a 404 with a sentence. */
export function overviewReader(routes: Routes) {
  const { searches } = routes.services.store;
  return <E extends OverviewEndpoint>(
    endpoint: E,
    missing: string,
    find: (trx: Trx, id: number) => Promise<z.output<E['answer']> | undefined>,
  ): void => {
    routes.raw(endpoint, async (input, context) => {
      const { id } = input.params;
      const overview = await routes.inSlot('search', context, async () => {
        return await readSnapshot(searches, async (snapshot) => await find(snapshot, id));
      });
      if (overview === undefined) throw notFound(missing);
      return sendJson(context.reply, 200, toJson(endpoint, overview));
    });
  };
}
