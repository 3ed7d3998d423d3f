/** The organic claims of an inward's lines, and their certificates (docs/domain.md, Claims and certificates). */
import { claimTexts, needsCertificate } from '#contract/stock/claims/claims.ts';
import type { FieldErrors } from '#contract/core/errors.ts';
import { formatDate } from '#contract/core/values/format.ts';
import type { Trx } from '../../core/db/tables.ts';
import { invalid } from '../../core/http/errors.ts';
import { lockRecord } from '../../core/records/crudQueries.ts';
import type { AuditEntry } from '../../core/records/auditEntry.ts';
import { holdAfterRecall } from '../../stock/documents/holdAfterRecall.ts';
import { coveringOf, findCertificates } from '../../stock/origins/coverage.ts';
import { changeState, findLots, type LotClaimFields } from '../../stock/ledger/lots.ts';
import type { RevisedReceipt } from '../../stock/ledger/receipts.ts';
import type { InwardLine } from './queries.ts';
import type { LineBody, References } from './rules.ts';

interface Purchase {
  supplierId: number;
  inwardDate: string;
}

/** The claim of a line as it is stored. With `onHold`, its lot is put on hold for that reason. */
export interface LineClaim extends LotClaimFields {
  onHold: string | undefined;
}

/** An inward before its change, with the line that each new one was. */
interface PurchaseBefore extends Purchase {
  lines: readonly (InwardLine | undefined)[];
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
 * The claim of each line, with the certificate that covers it on its day. A line that claims organic without one needs
 * a reason, or its lot goes on hold, where a reason is not stored; otherwise throws 400 with each such line. A new line
 * without a claim is organic if a certificate covers it, as the form proposes. Missing fields stay; a line of the same
 * supplier and day with an unchanged claim is not checked again.
 */
export async function resolveClaims(
  trx: Trx,
  { supplierId, inwardDate }: Purchase,
  lines: readonly LineBody[],
  { supplierName, names, items }: References,
  before?: PurchaseBefore,
): Promise<LineClaim[]> {
  const linesBefore = before?.lines ?? [];
  const isSameDay = before?.supplierId === supplierId && before.inwardDate === inwardDate;
  const enteredClaim = (line: LineBody, index: number) => line.claim ?? linesBefore[index]?.claim;
  const needsCertificates = lines.some((line, index) => {
    const claim = enteredClaim(line, index);
    return claim === undefined || needsCertificate(claim);
  });
  const certificates = needsCertificates ? await findCertificates(trx, [supplierId]) : [];
  const held = await findHeldLots(trx, needsCertificates ? linesBefore : []);
  const errors: FieldErrors = {};
  const resolved = lines.map((line, index): LineClaim => {
    const stored = linesBefore[index];
    const { itemId = 0 } = items.get(line.rawMaterialId) ?? {};
    const certificateId = line.certificateId ?? stored?.certificateId ?? null;
    const covering = coveringOf(certificates, { supplierId, itemId, day: inwardDate, certificateId });
    const claim = enteredClaim(line, index) ?? (covering ? 'organic' : null);
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
  });
  if (Object.keys(errors).length > 0) throw invalid(errors);
  return resolved;
}

async function findHeldLots(trx: Trx, lines: readonly (InwardLine | undefined)[]): Promise<Set<number>> {
  const lotIds = lines.flatMap((line) => line?.lotId ?? []);
  const lots = await findLots(trx, lotIds);
  return new Set([...lots.values()].flatMap(({ lotId, state }) => (state === 'onHold' ? [lotId] : [])));
}

/** The receipts with their claims: a new lot opens with them. */
export function withClaims<Line extends object>(receipts: readonly Line[], claims: readonly LineClaim[]) {
  return receipts.map((receipt, index) => {
    const { onHold, ...claimed } = claims[index] ?? { onHold: undefined };
    const state = onHold === undefined ? {} : ({ state: 'onHold', stateReason: onHold } as const);
    return { ...receipt, ...claimed, ...state };
  });
}

/**
 * Puts released lots of unchanged lines on hold if their claims require it; a recalled one will be on hold after its
 * recall. Returns the changes, for the history.
 */
export async function holdUnprovedLots(
  trx: Trx,
  receipts: readonly RevisedReceipt[],
  claims: readonly LineClaim[],
  at: string,
): Promise<AuditEntry[]> {
  const holds = receipts.flatMap(({ lotId }, index) => {
    const reason = claims[index]?.onHold;
    return lotId === null || reason === undefined ? [] : { lotId, reason };
  });
  const lots = await findLots(
    trx,
    holds.map(({ lotId }) => lotId),
  );
  const changes: AuditEntry[] = [];
  for (const { lotId, reason } of holds) {
    const lot = lots.get(lotId);
    if (lot?.state !== 'released') continue;
    const { code, state, stateReason } = lot;
    await changeState(trx, [lotId], { state: 'onHold', reason, at });
    const after = { code, state: 'onHold', stateReason: reason };
    changes.push({ action: 'hold', resource: 'lots', recordId: lotId, before: { code, state, stateReason }, after });
  }
  const reasons = new Map(holds.map(({ lotId, reason }) => [lotId, reason]));
  return [...changes, ...(await holdAfterRecall(trx, [...lots.values()], (lotId) => reasons.get(lotId) ?? ''))];
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
