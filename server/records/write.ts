/** A write: one transaction that changes records, keeps their history, and can be asked for twice without harm. */
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { errorTexts } from '#contract/errors.ts';
import { audit } from './audit.ts';
import type { Change } from './movedStock.ts';
import { param, prepared } from '../db/statements.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Database, Trx } from '../db/tables.ts';
import type { Actor, Movement } from '../stock/movements.ts';
import { ApiFault } from '../http/errors.ts';

const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** What a domain function needs to change something. */
export interface Write {
  trx: Trx;
  actor: Actor;
  /** Adds to the history; a write that never calls it is refused as a fault of ours. */
  audit(...changes: Change[]): Promise<void>;
}

/** Gives domain functions what they need, inside a transaction that the caller has begun. */
export function writeIn(trx: Trx, actor: Actor): Write {
  return tracedWrite(trx, actor).write;
}

/** The same, with what tells whether everything that was done is in the history by now. */
function tracedWrite(trx: Trx, { userId, at }: Actor): { write: Write; ensureTraced: () => void } {
  let changes = 0;
  let posted: Movement[] = [];
  const write: Write = {
    trx,
    actor: { userId, at, onPosted: (movements) => posted.push(...movements) },
    audit: async (...kept) => {
      changes += kept.length;
      const moved = posted;
      posted = [];
      await audit(trx, userId, at, kept, moved);
    },
  };
  const ensureTraced = () => {
    if (changes === 0) throw new Error('a write left no trace in the history');
    if (posted.length > 0) throw new Error('a write moved stock without telling the history');
  };
  return { write, ensureTraced };
}

export interface Repeatable {
  /** Whose key it is: the same key of two people is two keys. */
  caller: string;
  key: string;
  /** What the request asks for: a repeat must ask for the same. */
  content: string;
}

export interface WrittenAnswer {
  status: number;
  /** JSON, as it is sent. */
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

const keepAnswer = prepared<never>(
  () => sql`
    update idempotency_key set status = ${param('status')}, answer = ${param('text')}
    where caller = ${param('caller')} and key = ${param('key')}`,
);

/** Takes the key, or answers what was answered when it was first used. Waits for a request that is using it just now. */
async function takeKey(trx: Trx, { caller, key, content }: Repeatable, at: string): Promise<WrittenAnswer | undefined> {
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
  if (first.request_hash !== requestHash) throw new ApiFault('key_reused', errorTexts.keyReused);
  if (first.status === null || first.answer === null)
    throw new Error('an idempotency key was stored without its answer');
  return { status: first.status, text: first.answer };
}

export interface Performed {
  actor: Actor;
  /** Throws where the actor may no longer do this; called first in the transaction. */
  checkActor: (trx: Trx) => Promise<void>;
  repeatable: Repeatable | undefined;
}

/**
 * Runs `work` in one transaction and answers what it answered; with `repeatable`, the answer is stored beside the change,
 * so a repeat within 24 h gets it again and changes nothing. Throws 422 where the key comes with another content.
 */
export async function perform(
  db: Database,
  { actor, checkActor, repeatable }: Performed,
  work: (write: Write) => Promise<WrittenAnswer>,
): Promise<WrittenAnswer> {
  return await inTransaction(db, async (trx) => {
    await checkActor(trx);
    const earlier = repeatable && (await takeKey(trx, repeatable, actor.at));
    if (earlier) return earlier;
    const { write, ensureTraced } = tracedWrite(trx, actor);
    const answer = await work(write);
    ensureTraced();
    if (repeatable) await keepAnswer(trx, { ...repeatable, ...answer });
    return answer;
  });
}

/** Forgets keys that are too old to be repeated. */
export async function forgetOldKeys(db: Database, now: Date): Promise<void> {
  const expired = new Date(now.getTime() - KEY_LIFETIME_MS).toISOString();
  await db.deleteFrom('idempotency_key').where('created_at', '<', expired).execute();
}
