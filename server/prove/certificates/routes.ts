import { certificateEndpoints, certificateTexts, savedCertificate } from '#contract/prove/certificates/certificates.ts';
import { encoderOf } from '../../core/http/answers.ts';
import type { Routes } from '../../core/http/routes.ts';
import { registerFileReads } from '../../core/records/attachments.ts';
import { certificateDocument, certificateFile, holdLotsWithoutProof } from './actions.ts';
import { certificatesAsOf, findCertificate, withItems } from './queries.ts';
import { findLotsUnprovedBy } from './unprovedLots.ts';

/** Registers the calls of certificates. */
export function registerCertificates(routes: Routes): void {
  routes.listOf(certificateEndpoints.list, certificatesAsOf(routes.services.today), withItems);
  registerFileReads(
    routes,
    certificateEndpoints,
    { ...certificateFile, notFound: certificateTexts.notFound, fileName: 'certificate' },
    async (snapshot, id) => {
      const certificate = await findCertificate(snapshot, id);
      if (!certificate) return undefined;
      return encoderOf(savedCertificate)({ ...certificate, uncoveredLots: await findLotsUnprovedBy(snapshot, id) });
    },
    // Products of its lots are followed to any depth.
    async (context, work) => await routes.longRead(context, work),
  );
  certificateDocument.register(
    routes,
    certificateEndpoints,
    async (trx, certificate) => ({
      ...certificate,
      uncoveredLots: await findLotsUnprovedBy(trx, certificate.certificateId),
    }),
    async (_, certificate) => await Promise.resolve({ ...certificate, uncoveredLots: [] }),
  );
  routes.write(
    certificateEndpoints.holdUncovered,
    async ({ params }, write) => await holdLotsWithoutProof(write, params.id),
  );
}
