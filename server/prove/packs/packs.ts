/**
 * Builds requested packs one after the other. A pack is queued in the database: a free server claims it, and sends a
 * heartbeat every few seconds. A pack without a heartbeat is built again from the start.
 */
import { sql } from 'kysely';
import { FILES_KEPT } from '#contract/prove/packs.ts';
import type { Config } from '../../core/config.ts';
import { dayBefore } from '../../core/calendar.ts';
import type { Store } from '../../core/db/connect.ts';
import type { Trx } from '../../core/db/tables.ts';
import { inTransaction } from '../../core/db/transaction.ts';
import { removeUnfinished } from '../../core/unfinished.ts';
import { buildInThread, PackRefusedError, type EndThread, type PackReceiver } from './packThread.ts';
import { findPrivateKey } from './file/signingKey.ts';

const POLL_INTERVAL_MS = 15_000;
const HEARTBEAT_INTERVAL_MS = 5000;
/** A server without a heartbeat for so long counts as stopped. */
const HEARTBEAT_TIMEOUT_MS = 60_000;
/** A pack that ends its server so often is not tried again. */
const MAX_ATTEMPTS = 3;

interface PacksOptions {
  store: Store;
  config: Pick<Config, 'databaseUrl' | 'dataDir' | 'timeZone'>;
  now: () => Date;
  /** Called with what failed, as the log says it. */
  onFailure: (error: unknown, message: string) => void;
}

interface ClaimedPack {
  id: number;
  from_day: string;
  to_day: string;
  lot_ids: string;
  /** Id of this attempt: a server that lost its claim stops writing. */
  attempts: number;
}

/** Another server builds the pack now. */
class ClaimLostError extends Error {}

/** Builds inspection packs one after the other, in a thread of its own, and stores which are queued, done or failed. */
export class Packs {
  readonly #options: PacksOptions;
  #working: Promise<void> | undefined;
  #isRequestedAgain = false;
  #isStopping = false;
  #endThread: EndThread | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: PacksOptions) {
    this.#options = options;
  }

  /** Resumes unfinished packs, and polls for more. */
  async begin(): Promise<void> {
    const { store, config } = this.#options;
    // Left by an upload whose check was interrupted by the end of a server.
    await removeUnfinished(config.dataDir);
    // Only one server has the built-in database, so no other is building.
    if (store.engine === 'sqlite') {
      await store.db.updateTable('inspection_pack').set({ state: 'queued' }).where('state', '=', 'running').execute();
    }
    this.#timer = setInterval(() => void this.work(), POLL_INTERVAL_MS).unref();
    void this.work();
  }

  /** Interrupts the current pack; it is built again later. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    clearInterval(this.#timer);
    await this.#endThread?.();
    await this.#working;
  }

  /** Builds all packs that wait. Never throws: a failure is the pack's state. */
  async work(): Promise<void> {
    this.#isRequestedAgain = true;
    this.#working ??= this.#buildAll().finally(() => (this.#working = undefined));
    await this.#working;
  }

  async #buildAll(): Promise<void> {
    try {
      while (this.#isRequestedAgain && !this.#isStopping) {
        this.#isRequestedAgain = false;
        for (let claimed = await this.#claim(); claimed; claimed = await this.#claim()) await this.#build(claimed);
      }
    } catch (error) {
      // The database does not answer: the next look tries again.
      if (!this.#isStopping) this.#options.onFailure(error, 'inspection pack queue not processed');
    }
  }

  /** Claims the oldest pack that no server is building. */
  async #claim(): Promise<ClaimedPack | undefined> {
    if (this.#isStopping) return undefined;
    const { store, now } = this.#options;
    const at = now();
    const silentSince = new Date(at.getTime() - HEARTBEAT_TIMEOUT_MS).toISOString();
    const isWaiting = sql<boolean>`(state = 'queued' or (state = 'running' and beat_at < ${silentSince}))`;
    const isOpen = sql<boolean>`${isWaiting} and attempts < ${MAX_ATTEMPTS}`;
    await store.db
      .updateTable('inspection_pack')
      .set({ state: 'failed' })
      .where(isWaiting)
      .where('attempts', '>=', MAX_ATTEMPTS)
      .execute();
    return await store.db
      .updateTable('inspection_pack')
      .set({ state: 'running', beat_at: at.toISOString(), attempts: sql<number>`attempts + 1` })
      .where('id', '=', (query) =>
        query.selectFrom('inspection_pack').select('id').where(isOpen).orderBy('id').limit(1),
      )
      // Another server may have claimed it meanwhile.
      .where(isOpen)
      .returning(['id', 'from_day', 'to_day', 'lot_ids', 'attempts'])
      .executeTakeFirst();
  }

  /** Changes a pack as long as it is ours. Throws if another server has claimed it. */
  async #change({ id, attempts }: ClaimedPack, change: object, then?: (trx: Trx) => Promise<unknown>): Promise<void> {
    await inTransaction(this.#options.store.db, async (trx) => {
      const ours = await trx
        .updateTable('inspection_pack')
        .set({ ...change, beat_at: this.#options.now().toISOString() })
        .where('id', '=', id)
        .where('attempts', '=', attempts)
        .where('state', '=', 'running')
        .returning('id')
        .execute();
      if (ours.length === 0) throw new ClaimLostError(`pack ${id} is made by another server`);
      await then?.(trx);
    });
  }

  /** Stores messages and bytes of the thread. */
  #receiver(claimed: ClaimedPack): PackReceiver {
    const change = this.#change.bind(this, claimed);
    const part = { pack_id: claimed.id };
    let position = 0;
    return {
      async begin() {
        position = 0;
        await change({}, async (trx) => {
          await trx.deleteFrom('inspection_pack_part').where('pack_id', '=', claimed.id).execute();
        });
      },
      async progress(step, done, total) {
        await change({ step, steps_done: done, steps: total });
      },
      async store(bytes) {
        await change({}, async (trx) => {
          await trx
            .insertInto('inspection_pack_part')
            .values({ ...part, position, bytes })
            .execute();
        });
        position += 1;
      },
    };
  }

  async #build(claimed: ClaimedPack): Promise<void> {
    const { store, config, now, onFailure } = this.#options;
    const heartbeat = setInterval(() => {
      this.#change(claimed, {}).catch((error: unknown) => onFailure(error, 'inspection pack heartbeat not stored'));
    }, HEARTBEAT_INTERVAL_MS);
    try {
      const at = now();
      const task = {
        config: { databaseUrl: config.databaseUrl, dataDir: config.dataDir },
        order: {
          from: claimed.from_day,
          to: claimed.to_day,
          lotIds: JSON.parse(claimed.lot_ids),
          madeAt: at.toISOString(),
          today: dayBefore(at, 0, config.timeZone),
          timeZone: config.timeZone,
          privateKey: await findPrivateKey(store.db),
        },
      };
      if (this.#isStopping) throw new Error('pack build aborted by shutdown');
      const onBegun = (end: EndThread) => (this.#endThread = end);
      const { remarks, ...built } = await buildInThread(task, this.#receiver(claimed), onBegun);
      const all = {
        state: 'done',
        step: '',
        ...built,
        remarks: JSON.stringify(remarks),
        made_at: at.toISOString(),
        steps_done: sql`steps`,
      };
      await this.#change(claimed, all, async (trx) => await forgetOldFiles(trx, claimed.id));
    } catch (error) {
      await this.#giveUp(claimed, error);
    } finally {
      clearInterval(heartbeat);
      this.#endThread = undefined;
    }
  }

  /** Stopped, a pack waits for the next start, and this attempt doesn't count. */
  async #giveUp(claimed: ClaimedPack, error: unknown): Promise<void> {
    if (error instanceof ClaimLostError) return;
    if (this.#isStopping) {
      await this.#change(claimed, { state: 'queued', attempts: claimed.attempts - 1 });
      return;
    }
    this.#options.onFailure(error, 'inspection pack not created');
    const remarks = JSON.stringify(error instanceof PackRefusedError ? [error.message] : []);
    await this.#change(claimed, { state: 'failed', remarks }, async (trx) => {
      await trx.deleteFrom('inspection_pack_part').where('pack_id', '=', claimed.id).execute();
    });
  }
}

async function forgetOldFiles(trx: Trx, packId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from inspection_pack where state = 'done' or id = ${packId}
    order by id desc limit 1 offset ${FILES_KEPT - 1}`.execute(trx);
  const [oldest] = rows;
  if (oldest) await trx.deleteFrom('inspection_pack_part').where('pack_id', '<', oldest.id).execute();
}
