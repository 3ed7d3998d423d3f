import {
  certificationBodyEndpoints,
  certificationBodyTexts,
} from '#contract/prove/certificates/certificationBodies.ts';
import { notFound } from '../../../core/http/errors.ts';
import { sendJson, toJson, type Routes } from '../../../core/http/routes.ts';
import { certificationBodyDocument, holdLotsOfSuspended } from './actions.ts';
import { certificationBodyList, findCertificationBody, withLots, withSuspensions } from './queries.ts';

const { list, get, holdUncovered } = certificationBodyEndpoints;

/** Registers the calls of certification bodies. */
export function registerCertificationBodies(routes: Routes): void {
  routes.listOf(list, certificationBodyList, withSuspensions);
  // Products of its lots are followed to any depth.
  routes.raw(get, async ({ params }, context) => {
    const answer = await routes.longRead(context, async (snapshot) => {
      const certifier = await findCertificationBody(snapshot, params.id);
      if (!certifier) throw notFound(certificationBodyTexts.notFound);
      return await withLots(snapshot, certifier);
    });
    return sendJson(context.reply, 200, toJson(get, answer));
  });
  certificationBodyDocument.register(
    routes,
    certificationBodyEndpoints,
    withLots,
    async (_, certifier) => await Promise.resolve({ ...certifier, uncoveredLots: [] }),
  );
  routes.write(holdUncovered, async ({ params }, write) => await holdLotsOfSuspended(write, params.id));
}
