import { dispatchEndpoints } from '#contract/ship/dispatches.ts';
import { dispatchTexts } from '#contract/ship/dispatchTexts.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { notFound } from '../../core/http/errors.ts';
import type { Routes } from '../../core/http/routes.ts';
import { findDispatchClaims } from './soldAs.ts';
import { findInvoiceNumberUse, proposeInvoiceNumber } from './invoiceNumbers.ts';
import { dispatchDocument, findWarnings } from './actions.ts';
import { dispatchList, findDispatch, withClaims, addLines } from './queries.ts';

/** Registers the calls of dispatches. */
export function registerDispatches(routes: Routes): void {
  const { store, today } = routes.services;
  const { db } = store;
  routes.listOf(dispatchEndpoints.list, dispatchList, addLines);
  routes.read(dispatchEndpoints.nextInvoiceNumber, async ({ query }) => {
    const day = query.dispatchDate ?? today();
    return { invoiceNumber: await readSnapshot(db, async (snapshot) => await proposeInvoiceNumber(snapshot, day)) };
  });
  routes.read(dispatchEndpoints.invoiceNumberUse, async ({ query: { exceptId, ...numbered } }) => ({
    dispatch: await findInvoiceNumberUse(db, numbered, exceptId),
  }));
  routes.read(
    dispatchEndpoints.claims,
    async ({ query }) => await readSnapshot(db, async (snapshot) => await findDispatchClaims(snapshot, query)),
  );
  routes.read(dispatchEndpoints.get, async ({ params }) => {
    const dispatch = await readSnapshot(db, async (snapshot) => {
      const stored = await findDispatch(snapshot, params.id);
      return stored && (await withClaims(snapshot, stored));
    });
    if (!dispatch) throw notFound(dispatchTexts.notFound);
    return dispatch;
  });
  dispatchDocument.register(routes, dispatchEndpoints, async (trx, dispatch) => ({
    ...dispatch,
    warnings: await findWarnings(trx, dispatch),
  }));
}
