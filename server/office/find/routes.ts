import { findEndpoint } from '#contract/core/find.ts';
import { foundKinds, type FoundKind, finishedGoods, listPaths, masters } from '#contract/kinds.ts';
import { can } from '#contract/permissions.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { findRecords, type Found } from './find.ts';

/** Where the screens show a record: its page, or its list where it has none. */
const pages: Record<FoundKind, (found: Found) => string> = {
  inward: ({ recordId }) => `/inward/${recordId}`,
  goods: ({ recordId }) => `${finishedGoods.screenPath}/${recordId}`,
  lots: ({ recordId }) => `${listPaths.lots}/${recordId}`,
  dispatches: ({ recordId }) => `${listPaths.dispatches}/${recordId}`,
  suppliers: ({ recordId }) => `${masters.suppliers.screenPath}/${recordId}`,
  buyers: ({ recordId }) => `${masters.buyers.screenPath}/${recordId}`,
  materials: ({ recordId }) => `${masters.materials.screenPath}/${recordId}`,
  products: ({ recordId }) => `${masters.products.screenPath}/${recordId}`,
  categories: searchedIn(masters.categories.screenPath),
  certificates: searchedIn(listPaths.certificates),
  transactionCertificates: searchedIn(listPaths.transactionCertificates),
  users: ({ recordId }) => `/register/${recordId}`,
};

function searchedIn(path: string) {
  return ({ label }: Found) => `${path}?search=${encodeURIComponent(label)}`;
}

/** In a slot for slow reads, as the searches of the lists. */
export function registerFind(routes: Routes): void {
  const { searches, engine } = routes.services.store;
  routes.raw(findEndpoint, async ({ query }, context) => {
    const { user } = context;
    const kinds = foundKinds.filter((kind) => user && can(user.userRole, 'view', kind));
    const found = await routes.inSlot('search', context, async () => {
      return await readSnapshot(searches, async (snapshot) => {
        return await findRecords(snapshot, query.search, kinds, engine);
      });
    });
    const answer = found.map((each) => ({ ...each, link: pages[each.kind](each) }));
    return sendJson(context.reply, 200, toJson(findEndpoint, answer));
  });
}
