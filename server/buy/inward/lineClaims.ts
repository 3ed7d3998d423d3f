/** The organic claims of an inward's lines, and their certificates (docs/domain.md, Claims and certificates). */
import { claimTexts, needsCertificate } from '#contract/stock/claims/claims.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { formatDate } from '#contract/core/values/format.ts';
import type { Trx } from '../../core/db/tables.ts';
import { invalid } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { holdLots } from '../../stock/documents/holdLots.ts';
import { coveringOf, findCertificates } from '../../stock/origins/coverage.ts';
import { findLots, type LotClaimFields } from '../../stock/ledger/lots.ts';
import type { InwardLine } from './queries.ts';
import type { LineBody, MatchedLine, References } from './rules.ts';

interface Purchase {
  supplierId: number;
  inwardDate: string;
}

/** The claim of a line as it is stored. With `onHold`, its lot is put on hold for that reason. */
interface LineClaim extends LotClaimFields {
  onHold: string | undefined;
}

/** A line with its claim, as it is stored. */
export interface ClaimedLine extends MatchedLine {
  claim: LineClaim;
}

/** True if a line leaves out its claim or repeats the stored one. */
function isSameClaim({ claim, certificateId, overrideReason, receiveOnHold }: LineBody, stored: InwardLine): boolean {
  return (
    (claim ?? stored.claim) === stored.claim &&
    (certificateId ?? stored.certificateId) === stored.certificateId &&
    (overrideReason ?? stored.overrideReason) === stored.overrideReason &&
    receiveOnHold !== true
  );
}

/**
 * The lines with their claims, each with the certificate that covers it on its day. A line that claims organic without one
 * needs a reason, or its lot goes on hold, where a reason is not stored; otherwise throws 400 with each such line. A new line
 * without a claim is organic if a certificate covers it, as the form proposes. Missing fields stay; a line of the same
 * supplier and day with an unchanged claim is not checked again.
 */
export async function resolveClaims(
  trx: Trx,
  { supplierId, inwardDate }: Purchase,
  lines: readonly MatchedLine[],
  { supplierName, names, items }: References,
  before?: Purchase,
): Promise<ClaimedLine[]> {
  const isSameDay = before?.supplierId === supplierId && before.inwardDate === inwardDate;
  const enteredClaim = ({ line, stored }: MatchedLine) => line.claim ?? stored?.claim;
  const needsCertificates = lines.some((each) => {
    const claim = enteredClaim(each);
    return claim === undefined || needsCertificate(claim);
  });
  const certificates = needsCertificates ? await findCertificates(trx, [supplierId]) : [];
  const held = await findHeldLots(trx, needsCertificates ? lines : []);
  const errors: FieldErrors = {};
  const claimOf = ({ line, stored }: MatchedLine, index: number): LineClaim => {
    const { itemId = 0 } = items.get(line.rawMaterialId) ?? {};
    const certificateId = line.certificateId ?? stored?.certificateId ?? null;
    const covering = coveringOf(certificates, { supplierId, itemId, day: inwardDate, certificateId });
    const claim = enteredClaim({ line, stored }) ?? (covering ? 'organic' : null);
    if (stored && isSameDay && isSameClaim(line, stored)) {
      return { claim, certificateId: stored.certificateId, overrideReason: stored.overrideReason, onHold: undefined };
    }
    const withoutCertificate = { claim, certificateId: null, overrideReason: '', onHold: undefined };
    if (!needsCertificate(claim)) return withoutCertificate;
    if (line.certificateId && covering?.certificateId !== line.certificateId) {
      errors[`rawMaterials.${index}.certificateId`] = [claimTexts.notThis];
    }
    if (covering) return { ...withoutCertificate, certificateId: covering.certificateId };
    const overrideReason = line.overrideReason ?? stored?.overrideReason ?? '';
    if (overrideReason !== '' && line.receiveOnHold !== true) return { ...withoutCertificate, overrideReason };
    if (stored && held.has(stored.lotId)) return withoutCertificate;
    const day = formatDate(inwardDate);
    if (line.receiveOnHold === true) return { ...withoutCertificate, onHold: claimTexts.heldWithout(day) };
    const itemName = names.get(line.rawMaterialId)?.name ?? '';
    errors[`rawMaterials.${index}.claim`] = [claimTexts.notCovered(supplierName, itemName, day)];
    return withoutCertificate;
  };
  const claimed = lines.map((each, index) => ({ ...each, claim: claimOf(each, index) }));
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return claimed;
}

async function findHeldLots(trx: Trx, lines: readonly MatchedLine[]): Promise<Set<number>> {
  const lotIds = lines.flatMap(({ stored }) => stored?.lotId ?? []);
  const lots = await findLots(trx, lotIds);
  return new Set([...lots.values()].flatMap(({ lotId, state }) => (state === 'onHold' ? [lotId] : [])));
}

/**
 * Puts released lots of unchanged lines on hold if their claims require it; a recalled one will be on hold after its
 * recall. Returns the changes, for the history.
 */
export async function holdUnprovedLots(trx: Trx, lines: readonly ClaimedLine[], at: string): Promise<AuditEntry[]> {
  const holds = lines.flatMap(({ stored, claim: { onHold: reason } }) =>
    stored === undefined || reason === undefined ? [] : { lotId: stored.lotId, reason },
  );
  const lots = await findLots(
    trx,
    holds.map(({ lotId }) => lotId),
  );
  const reasons = new Map(holds.map(({ lotId, reason }) => [lotId, reason]));
  const lotsToHold = holds.flatMap(({ lotId }) => lots.get(lotId) ?? []);
  return await holdLots(trx, lotsToHold, (lotId) => reasons.get(lotId) ?? '', at);
}

/** The numbers of the certificates that lines rest on and that are now deleted; it locks the others. */
export async function findDeletedCertificates(trx: Trx, lines: readonly InwardLine[]): Promise<string[]> {
  const ids = [...new Set(lines.flatMap(({ certificateId }) => certificateId ?? []))].toSorted((a, b) => a - b);
  const deletedIds: number[] = [];
  for (const id of ids) if (!(await lockRecord(trx, 'certificate', id))) deletedIds.push(id);
  if (deletedIds.length === 0) return [];
  const rows = await trx
    .selectFrom('certificate')
    .select('number')
    .where('id', 'in', deletedIds)
    .orderBy('id')
    .execute();
  return rows.map(({ number }) => number);
}
