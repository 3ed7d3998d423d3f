/**
 * Reads of which the rows are worked on before they are an answer, such as a trace. On SQLite all of it is done in a thread,
 * which hands over the answer: handing over the rows would take longer than reading them, working on them here would keep
 * every other request waiting, and a message for each statement would wait for the other requests each time
 * (docs/decisions/113).
 */
import { Kysely } from 'kysely';
import type { Engine, Store } from '../connect.ts';
import { failed, openFile } from './searchThread.ts';
import { readSnapshot } from '../snapshot.ts';
import { readOnlyDialect } from './sqlite.ts';
import type { Database, Tables, Trx } from '../tables.ts';

type Read<Task, Answer> = (snapshot: Trx, task: Task, engine: Engine) => Promise<Answer>;

/** The thread's database for them; its statements have a connection of their own, since they may be amid a transaction. */
let ofThread: Database | undefined;

const encoder = new TextEncoder();

/** A text as an answer: its bytes are moved out of the thread, where a text would be copied. */
export function bytesOf(text: string): Uint8Array {
  return encoder.encode(text);
}

/**
 * A read of the module that exports it: `run` answers it, `inThread` must be that module's default export. Tasks and answers
 * other than bytes are copied between the threads. An answer is undefined if the record does not exist.
 */
function threadRead<Task, Answer extends object | undefined>(
  kind: 'searches' | 'longReads',
  module: string,
  read: Read<Task, Answer>,
) {
  return {
    /** Reads in a snapshot. */
    async run({ [kind]: db, threads, engine }: Store, task: Task): Promise<Answer> {
      if (threads) return await threads[kind].runModule<Answer>(module, task);
      return await readSnapshot(db, async (snapshot) => await read(snapshot, task, engine));
    },
    async inThread(task: Task) {
      try {
        ofThread ??= new Kysely<Tables>({ dialect: readOnlyDialect(openFile()) });
        const answer = await readSnapshot(ofThread, async (snapshot) => await read(snapshot, task, 'sqlite'));
        if (!(answer instanceof Uint8Array)) return answer;
        const { move } = await import('piscina');
        // Not copied, as by default.
        return move(answer);
      } catch (error) {
        return failed(error);
      }
    },
  };
}

/** A search of several statements, in the thread of searches. */
export function searchRead<Task, Answer extends object | undefined>(module: string, read: Read<Task, Answer>) {
  return threadRead('searches', module, read);
}

/** A read of many rows, in the thread for which no search waits. */
export function longRead<Task, Answer extends object | undefined>(module: string, read: Read<Task, Answer>) {
  return threadRead('longReads', module, read);
}
