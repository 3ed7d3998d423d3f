import { dispatchEndpoints, dispatchTexts } from '#contract/ship/dispatches.ts';
import { restoreEndpoint } from '#contract/core/restore.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { notFound } from '../../core/http/errors.ts';
import type { Routes } from '../../core/http/routes.ts';
import { createDispatch, deleteDispatch, restoreDispatch, updateDispatch } from './actions.ts';
import { dispatchList, findDispatch, proposeInvoiceNumber, withClaims, withLines } from './queries.ts';

/** Registers the calls of dispatches. */
export function registerDispatches(routes: Routes): void {
  const { store, today } = routes.services;
  const { db } = store;
  routes.listOf(dispatchEndpoints.list, dispatchList, withLines);
  routes.read(dispatchEndpoints.nextInvoiceNumber, async () => {
    return { invoiceNumber: await proposeInvoiceNumber(db, today()) };
  });
  routes.read(dispatchEndpoints.get, async ({ params }) => {
    const dispatch = await readSnapshot(db, async (snapshot) => {
      const found = await findDispatch(snapshot, params.id);
      return found && (await withClaims(snapshot, found));
    });
    if (!dispatch) throw notFound(dispatchTexts.notFound);
    return dispatch;
  });
  routes.write(dispatchEndpoints.create, async ({ body }, write) => await createDispatch(write, body));
  routes.write(
    dispatchEndpoints.update,
    async ({ params, body }, write) => await updateDispatch(write, params.id, body),
  );
  routes.write(dispatchEndpoints.remove, async ({ params }, write) => await deleteDispatch(write, params.id));
  routes.write(restoreEndpoint('dispatches'), async ({ params }, write) => await restoreDispatch(write, params.id));
}
