import {
  transactionCertificateEndpoints,
  transactionCertificateRecord,
  transactionCertificateTexts,
} from '#contract/prove/transactionCertificates.ts';
import { restoreEndpoint } from '#contract/core/restore.ts';
import { readSnapshot } from '../../core/db/snapshot.ts';
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
  createTransactionCertificate,
  deleteTransactionCertificate,
  restoreTransactionCertificate,
  updateTransactionCertificate,
} from './actions.ts';
import { findTransactionCertificate, transactionCertificateList, withLines } from './queries.ts';
import { findUncovered } from './uncovered.ts';

const ofCertificate = { table: 'transaction_certificate', column: 'file_id' } as const;
const withLargeBody = { bodyLimit: attachmentBodyLimit };
const { list, uncovered, get, file: fileOf, create, update, remove } = transactionCertificateEndpoints;

/** Registers the calls of transaction certificates. */
export function registerTransactionCertificates(routes: Routes): void {
  const { db, searches } = routes.services.store;
  routes.listOf(list, transactionCertificateList, withLines);

  routes.raw(uncovered, async ({ query }, context) => {
    const find = async () => await readSnapshot(searches, async (snapshot) => await findUncovered(snapshot, query));
    return sendJson(context.reply, 200, toJson(uncovered, await routes.inSlot('search', context, find)));
  });

  routes.raw(get, async ({ params }, context) => {
    const { certificate, file } = await readSnapshot(db, async (snapshot) => ({
      certificate: await findTransactionCertificate(snapshot, params.id),
      file: await findAttachment(snapshot, ofCertificate, params.id),
    }));
    if (!certificate) throw notFound(transactionCertificateTexts.notFound);
    if (!file) return sendJson(context.reply, 200, toJson(get, { ...certificate, activeContent: [], file: null }));
    return await sendWithAttachment(
      routes,
      context,
      encoderOf(transactionCertificateRecord)(certificate),
      'file',
      file,
    );
  });

  routes.raw(fileOf, async ({ params }, context) => {
    const file = await findAttachment(db, ofCertificate, params.id);
    if (!file) throw notFound(transactionCertificateTexts.notFound);
    return await sendAttachment(routes, context, file, `transaction-certificate-${params.id}`);
  });

  routes.write(create, async ({ body }, write) => await createTransactionCertificate(write, body), withLargeBody);
  routes.write(
    update,
    async ({ params, body }, write) => await updateTransactionCertificate(write, params.id, body),
    withLargeBody,
  );
  routes.write(
    restoreEndpoint('transactionCertificates'),
    async ({ params }, write) => await restoreTransactionCertificate(write, params.id),
  );
  routes.write(remove, async ({ params }, write) => await deleteTransactionCertificate(write, params.id));
}
