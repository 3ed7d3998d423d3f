import { recallEndpoints } from '#contract/prove/recalls.ts';
import { recallTexts } from '#contract/prove/recallTexts.ts';
import { companyLines } from '#contract/masters/company.ts';
import { soldAsOf } from '#contract/stock/claims/soldAs.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { notFound } from '../../core/http/errors.ts';
import { sendJson, toJson, type Routes } from '../../core/http/routes.ts';
import { findCompany } from '../../masters/company.ts';
import type { Letter } from './letter.ts';
import { closeRecall, createRecall } from './actions.ts';
import { addRecallNote, updateRecall } from './notes.ts';
import { findRecall, recallList } from './queries.ts';
import { findRecallDetail, findDetail, findReach, summaryAt } from './report.ts';

/** Enough for a letter of 300 pages, which has 10,000 lines. */
const LETTERS = {
  module: new URL('./letterThread.ts', import.meta.url),
  // The second slot keeps the next letter ready.
  threads: 1,
  memoryMb: 256,
  longestMs: 120_000,
  tooMuch: recallTexts.letterTooLong,
};

/** A recall may reach every lot: its reads are long. */
export function registerRecalls(routes: Routes): void {
  const { list, reach, get, letter, create, update, note, close } = recallEndpoints;
  const letters = routes.workerThreads<Letter, Uint8Array>(LETTERS);
  routes.list(list, recallList);
  routes.raw(reach, async ({ query }, context) => {
    const result = await routes.longRead(context, async (snapshot) => await findReach(snapshot, query.lotIds));
    return sendJson(context.reply, 200, toJson(reach, summaryAt(result, routes.services.now().toISOString())));
  });
  routes.raw(get, async ({ params }, context) => {
    const text = await routes.longRead(context, async (snapshot) => {
      const recall = await findRecall(snapshot, params.id);
      if (!recall) throw notFound(recallTexts.notFound);
      return recall.report ?? toJson(get, await findDetail(snapshot, recall));
    });
    return sendJson(context.reply, 200, text);
  });
  routes.raw(letter, async ({ params, query }, context) => {
    const { recall, sender } = await routes.longRead(context, async (snapshot) => {
      const detail = await findRecallDetail(snapshot, params.id);
      return { recall: detail, sender: companyLines(await findCompany(snapshot)) };
    });
    const buyer = recall?.buyers.find(({ buyerId }) => buyerId === query.buyerId);
    if (!recall) throw notFound(recallTexts.notFound);
    if (!buyer) throw notFound(recallTexts.noBuyer);
    const lines = buyer.lines.map(({ soldAs = null, ...line }) => {
      return { ...line, soldAs: soldAsOf(soldAs), quantity: fromThousandths(line.quantity) };
    });
    const { kind, title, reason } = recall;
    const { name, address, phone, email } = buyer;
    const task = {
      recall: { kind, title, reason },
      buyer: { name, address, phone, email, lines },
      sender,
      day: routes.services.today(),
    };
    const pdf = await routes.inSlot('pdf', context, async () => await letters.run(task, context.reply.raw));
    return await context.reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="letter-${params.id}-${query.buyerId}.pdf"`)
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('cache-control', 'private, no-store')
      .send(pdf);
  });
  routes.write(create, async ({ body }, write) => await createRecall(write, body));
  routes.write(update, async ({ params, body }, write) => await updateRecall(write, params.id, body));
  routes.write(note, async ({ params, body }, write) => await addRecallNote(write, params.id, body.text));
  routes.write(close, async ({ params, body }, write) => {
    return await closeRecall(write, params.id, body, (report) => toJson(get, report));
  });
}
