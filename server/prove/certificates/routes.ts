import { certificateEndpoints, certificateTexts, savedCertificate } from '#contract/prove/certificates.ts';
import { restoreEndpoint } from '#contract/core/restore.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
import type { Trx } from '../../core/db/tables.ts';
import { encoderOf } from '../../core/http/answers.ts';
import { notFound } from '../../core/http/errors.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import {
  attachmentBodyLimit,
  findAttachment,
  sendAttachment,
  sendWithAttachment,
} from '../../core/records/attachments.ts';
import {
  createCertificate,
  deleteCertificate,
  holdUncoveredLots,
  restoreCertificate,
  updateCertificate,
} from './actions.ts';
import { certificatesAsOf, findCertificate, withItems } from './queries.ts';
import { findUnprovedLots } from './uncovered.ts';

const ofCertificate = { table: 'certificate', column: 'file_id' } as const;
const withLargeBody = { bodyLimit: attachmentBodyLimit };

/** Registers the calls of certificates. */
export function registerCertificates(routes: Routes): void {
  const { db, searches } = routes.services.store;
  routes.listOf(certificateEndpoints.list, certificatesAsOf(routes.services.today), withItems);

  routes.raw(certificateEndpoints.get, async ({ params }, context) => {
    const find = async (snapshot: Trx) => {
      const one = await findCertificate(snapshot, params.id);
      return {
        found: one,
        uncoveredLots: one ? await findUnprovedLots(snapshot, one.certificateId) : [],
        file: await findAttachment(snapshot, ofCertificate, params.id),
      };
    };
    // What was made of its lots is followed to any depth.
    const { found, uncoveredLots, file } = await routes.inSlot(
      'search',
      context,
      async () => await readSnapshot(searches, find),
    );
    if (!found) throw notFound(certificateTexts.notFound);
    const certificate = { ...found, uncoveredLots };
    if (!file)
      return sendJson(
        context.reply,
        200,
        toJson(certificateEndpoints.get, { ...certificate, activeContent: [], file: null }),
      );
    return await sendWithAttachment(routes, context, encoderOf(savedCertificate)(certificate), 'file', file);
  });

  routes.raw(certificateEndpoints.file, async ({ params }, context) => {
    const file = await findAttachment(db, ofCertificate, params.id);
    if (!file) throw notFound(certificateTexts.notFound);
    return await sendAttachment(routes, context, file, `certificate-${params.id}`);
  });

  routes.write(
    certificateEndpoints.create,
    async ({ body }, write) => await createCertificate(write, body),
    withLargeBody,
  );
  routes.write(
    certificateEndpoints.update,
    async ({ params, body }, write) => await updateCertificate(write, params.id, body),
    withLargeBody,
  );
  routes.write(
    certificateEndpoints.holdUncovered,
    async ({ params }, write) => await holdUncoveredLots(write, params.id),
  );
  routes.write(certificateEndpoints.remove, async ({ params }, write) => await deleteCertificate(write, params.id));
  routes.write(
    restoreEndpoint('certificates'),
    async ({ params }, write) => await restoreCertificate(write, params.id),
  );
}
