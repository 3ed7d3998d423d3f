/**
 * Reads of tens of thousands of rows that are worked on before they are an answer, such as a trace. On SQLite all of it is
 * done in the search thread, which hands over the answer's bytes: handing over the rows would take longer than reading
 * them, and working on them here would keep every other request waiting (docs/decisions/037).
 */
import { Kysely } from 'kysely';
import type { Store } from '../connect.ts';
import { failed, openFile } from './searchThread.ts';
import { readSnapshot } from '../snapshot.ts';
import { readOnlyDialect } from './sqlite.ts';
import type { Database, Tables, Trx } from '../tables.ts';

/** A read whose answer is a text; undefined if the record does not exist. */
type Read<Task> = (snapshot: Trx, task: Task) => Promise<string | undefined>;

/** The thread's database; its searches have a connection of their own, since they may be amid a transaction. */
let ofThread: Database | undefined;

function openForLong(): Database {
  const file = openFile();
  // In kilobytes, eight times the default: a tenth less time, and the memory is free again when the thread ends.
  file.pragma('cache_size = -128000');
  return new Kysely<Tables>({ dialect: readOnlyDialect(file) });
}

const encoder = new TextEncoder();

/**
 * A long read of the module that exports it: `run` answers its bytes, `inThread` must be that module's default export. A
 * task is copied to the thread.
 */
export function longRead<Task>(module: string, read: Read<Task>) {
  const bytesOf = async (db: Database, task: Task): Promise<Uint8Array | undefined> => {
    const answer = await readSnapshot(db, async (snapshot) => await read(snapshot, task));
    return answer === undefined ? undefined : encoder.encode(answer);
  };
  return {
    /** The answer, in a snapshot; undefined if the record does not exist. */
    async run({ searches, thread }: Store, task: Task): Promise<Uint8Array | undefined> {
      return thread ? await thread.runModule(module, task) : await bytesOf(searches, task);
    },
    async inThread(task: Task) {
      try {
        ofThread ??= openForLong();
        const bytes = await bytesOf(ofThread, task);
        const { move } = await import('piscina');
        // Not copied, as by default.
        return bytes && move(bytes);
      } catch (error) {
        return failed(error);
      }
    },
  };
}
