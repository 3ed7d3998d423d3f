/** A write: one transaction that changes records and their history, idempotent by key. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { KEY_LIFETIME_MS } from '#contract/core/errors.ts';
import { refusalTexts } from '#contract/core/refusals.ts';
import { recordEvents } from './audit.ts';
import type { AuditEntry } from './auditEntry.ts';
import { param, prepared } from '../db/statements.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database, Trx } from '../db/tables.ts';
import type { Actor, Journal, OpenJournal } from './journal.ts';
import { ApiError } from '../http/errors.ts';

/** The context of a domain function that writes. */
export interface Write {
  trx: Trx;
  actor: Actor;
  /** Appends to the history; a write without it fails as an internal error. */
  audit(...changes: AuditEntry[]): Promise<void>;
}

/**
 * The write context in a transaction that the caller has begun; its history takes the facts that `journal` collects.
 */
export function writeWith(trx: Trx, actor: Actor, journal: Journal): Write {
  return auditedWrite(trx, actor, journal).write;
}

/** The write context, with a check that everything posted is in the history. */
function auditedWrite(trx: Trx, actor: Actor, journal: Journal): { write: Write; assertAudited: () => void } {
  let changes = 0;
  const author = { ...actor, journal };
  const write: Write = {
    trx,
    actor: author,
    audit: async (...entries) => {
      changes += entries.length;
      await recordEvents(trx, author, entries);
    },
  };
  const assertAudited = () => {
    if (changes === 0) throw new Error('a write added no audit event');
    if (!journal.isEmpty) throw new Error('movements were posted without an audit event');
  };
  return { write, assertAudited };
}

export interface Repeatable {
  /** The owner of the key: keys are scoped by caller. */
  caller: string;
  key: string;
  /** The content of the request, which a repeat must equal. */
  content: string;
}

export interface WrittenAnswer {
  status: number;
  /** The encoded JSON. */
  text: string;
}

const insertKey = prepared<{ caller: string }>(
  () => sql`
    insert into idempotency_key (caller, key, request_hash, created_at)
    values (${param('caller')}, ${param('key')}, ${param('requestHash')}, ${param('at')})
    on conflict (caller, key) do update
    set request_hash = excluded.request_hash, status = null, answer = null, created_at = excluded.created_at
    where idempotency_key.created_at < ${param('expired')}
    returning caller`,
);

const storeAnswer = prepared<never>(
  () => sql`
    update idempotency_key set status = ${param('status')}, answer = ${param('text')}
    where caller = ${param('caller')} and key = ${param('key')}`,
);

/** Claims the key, or returns the stored answer of its first use. Waits for a concurrent request with the same key. */
async function claimKey(
  trx: Trx,
  { caller, key, content }: Repeatable,
  at: string,
): Promise<WrittenAnswer | undefined> {
  const requestHash = hash('sha256', content);
  const expired = new Date(Date.parse(at) - KEY_LIFETIME_MS).toISOString();
  const taken = await insertKey(trx, { caller, key, requestHash, at, expired });
  if (taken.length === 1) return undefined;
  const first = await trx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'answer'])
    .where('caller', '=', caller)
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (first.request_hash !== requestHash) throw new ApiError('key_reused', refusalTexts.keyReused);
  if (first.status === null || first.answer === null)
    throw new Error('an idempotency key was stored without its answer');
  return { status: first.status, text: first.answer };
}

interface Performed {
  actor: Actor;
  /** Throws if the actor lost access; called first in the transaction. */
  checkActor: (trx: Trx) => Promise<void>;
  repeatable: Repeatable | undefined;
  openJournal: OpenJournal;
}

/**
 * Runs `work` in one transaction and returns its answer. With `repeatable`, the answer is stored with the change, so a
 * repeat within 24 h gets it again and changes nothing. Throws 422 if the key comes with other content.
 */
export async function perform(
  db: Database,
  { actor, checkActor, repeatable, openJournal }: Performed,
  work: (write: Write) => Promise<WrittenAnswer>,
): Promise<WrittenAnswer> {
  return await inTransaction(db, async (trx) => {
    await checkActor(trx);
    const earlier = repeatable && (await claimKey(trx, repeatable, actor.at));
    if (earlier) return earlier;
    const { write, assertAudited } = auditedWrite(trx, actor, openJournal());
    const answer = await work(write);
    assertAudited();
    if (repeatable) await storeAnswer(trx, { ...repeatable, ...answer });
    return answer;
  });
}

/** Deletes expired keys. */
export async function deleteOldKeys(db: Database, now: Date): Promise<void> {
  const expired = new Date(now.getTime() - KEY_LIFETIME_MS).toISOString();
  await db.deleteFrom('idempotency_key').where('created_at', '<', expired).execute();
}
