/** Adding, changing, suspending and deleting certification bodies, each in the caller's transaction. */
import type { z } from 'zod';
import {
  certificationBodyLabels,
  certificationBodyTexts,
  type certifierBody,
} from '#contract/prove/certificates/certificationBodies.ts';
import { insertRows } from '../../../core/db/statements.ts';
import type { Trx } from '../../../core/db/tables.ts';
import { conflict, notFound } from '../../../core/http/errors.ts';
import { lockRecord } from '../../../core/records/crudQueries.ts';
import { defineDocument } from '../../../core/records/document.ts';
import { fieldsOf, listOf, textOf } from '../../../core/records/historyFields.ts';
import { checkNameFree } from '../../../core/records/restoring.ts';
import type { Write } from '../../../core/records/write.ts';
import { holdUnprovedLots } from '../holdUnprovedLots.ts';
import {
  findCertifierByName,
  findCertificatesOfCertifier,
  findCertificationBody,
  withLots,
  type CertificationBody,
} from './queries.ts';

type Body = z.output<typeof certifierBody>;

const texts = certificationBodyTexts;

/** Throws 409 if another certification body has the name: a suspension of the one would leave certificates of the other. */
async function checkName(trx: Trx, name: string, before: CertificationBody | undefined): Promise<void> {
  const namedId = await findCertifierByName(trx, name);
  if (namedId === undefined || namedId === before?.certificationBodyId) return;
  throw conflict(texts.nameTaken(name), { name: [texts.nameTakenInline] });
}

async function insertSuspensions(trx: Trx, id: number, { suspensions }: Body): Promise<void> {
  const rows = suspensions.map(({ scheme, from, until }, position) => ({
    certification_body_id: id,
    position,
    scheme,
    from_day: from,
    until_day: until,
  }));
  await insertRows(trx, 'certification_body_suspension', rows);
}

/** The writes of certification bodies. One that certificates name is not deleted. */
export const certificationBodyDocument = defineDocument<CertificationBody, Body, void>({
  kind: 'certificationBodies',
  table: 'certification_body',
  idField: 'certificationBodyId',
  historyFields: fieldsOf(certificationBodyLabels, {
    suspensions: listOf(({ scheme, from, until }) =>
      texts.suspension(textOf(scheme), { from: textOf(from), until: textOf(until) || null }),
    ),
  }),
  texts,
  find: findCertificationBody,
  prepare: async ({ trx }, { name }, before) => await checkName(trx, name, before),
  columns: ({ name, code }) => ({ name, code }),
  async save({ trx }, id, body, _, before) {
    if (before) await trx.deleteFrom('certification_body_suspension').where('certification_body_id', '=', id).execute();
    if (before && before.name !== body.name) {
      // Its certificates have its name beside its id, for searches and for clients that know the name alone.
      await trx.updateTable('certificate').set({ body: body.name }).where('certification_body_id', '=', id).execute();
    }
    await insertSuspensions(trx, id, body);
  },
  async remove({ trx }, { certificationBodyId }, mark) {
    const certificates = await findCertificatesOfCertifier(trx, certificationBodyId);
    if (certificates.length > 0) throw conflict(texts.inUse(certificates.map(({ number }) => number)));
    await mark();
  },
  async restore({ trx }, { certificationBodyId: id, name }, deletedAt) {
    await checkNameFree(trx, { kind: 'certificationBodies', table: 'certification_body' }, { id, name, deletedAt });
  },
});

/**
 * Puts the lots on hold that rested on certificates of a suspended certification body and now rest on none, and what was made
 * of them. Returns their ids. Throws 404, or 409 where there is none.
 */
export async function holdLotsOfSuspended(write: Write, id: number): Promise<{ heldLotIds: number[] }> {
  const { trx } = write;
  await lockRecord(trx, 'certification_body', id);
  const certifier = await findCertificationBody(trx, id);
  if (!certifier) throw notFound(texts.notFound);
  const { uncoveredLots } = await withLots(trx, certifier);
  return await holdUnprovedLots(write, uncoveredLots, (wasCovered) => texts.holdReason(certifier.name, wasCovered));
}
