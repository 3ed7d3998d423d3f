import {
  transactionCertificateEndpoints,
  transactionCertificateRecord,
  transactionCertificateTexts,
} from '#contract/prove/transactionCertificates.ts';
import { encoderOf } from '../../core/http/answers.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { registerFileReads } from '../../core/records/attachments.ts';
import { transactionCertificateDocument, transactionCertificateFile } from './actions.ts';
import { findTransactionCertificate, transactionCertificateList, addLines } from './queries.ts';
import { findLinesToCover } from './linesToCover.ts';

const { list, uncovered } = transactionCertificateEndpoints;

/** Registers the calls of transaction certificates. */
export function registerTransactionCertificates(routes: Routes): void {
  routes.listOf(list, transactionCertificateList, addLines);
  routes.raw(uncovered, async ({ query }, context) => {
    const sales = await routes.longRead(context, async (snapshot) => await findLinesToCover(snapshot, query));
    return sendJson(context.reply, 200, toJson(uncovered, sales));
  });
  registerFileReads(
    routes,
    transactionCertificateEndpoints,
    {
      ...transactionCertificateFile,
      notFound: transactionCertificateTexts.notFound,
      fileName: 'transaction-certificate',
    },
    async (snapshot, id) => {
      const certificate = await findTransactionCertificate(snapshot, id);
      return certificate && encoderOf(transactionCertificateRecord)(certificate);
    },
  );
  transactionCertificateDocument.register(
    routes,
    transactionCertificateEndpoints,
    async (_, certificate) => await Promise.resolve(certificate),
  );
}
