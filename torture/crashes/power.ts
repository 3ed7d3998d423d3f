/** Attack 2: power cuts, simulated from what strace writes down of the server's files and connections. */
import { mkdtempSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import type { TestDatabase } from '#test/testDatabases.ts';
import type { Json } from '../clients/caller.ts';
import { ledgerFaults, withStore } from '../clients/checks.ts';
import { startWriters } from '../clients/writer.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { until } from '../runner/until.ts';
import { readTrace, requireStrace, tracedInto, type TraceEvent } from './strace.ts';
import { TracedDisk } from './tracedDisk.ts';

const WRITERS = 4;
const CUTS_PER_TRACE = 50;
const WRITES_PER_CUT = 4;
const TRACE_LIMIT_MS = 120_000;

async function tracedWrites(context: Context, database: TestDatabase, writes: number): Promise<TraceEvent[]> {
  const file = path.join(mkdtempSync(path.join(database.dataDir, 'trace-')), 'trace');
  const options = { database, through: tracedInto(file), removes: false };
  const { server, writers } = await startWriters(context, WRITERS, options);
  let left = writes;
  const writing = writers.map(async (writer) => {
    for (; left > 0; left -= 1) await writer.write();
  });
  await Promise.all(writing);
  await server.signal('SIGTERM');
  // strace pads process ids to five columns.
  const end = new RegExp(`^${server.pid} +\\+\\+\\+ exited`, 'm');
  const wholeTrace = async () => {
    const trace = await readFile(file, 'latin1');
    return end.test(trace) && trace;
  };
  const wait = { withinMs: TRACE_LIMIT_MS, everyMs: 50 };
  return readTrace(await until(wholeTrace, 'strace did not end with the server', wait));
}

interface StoredRecord {
  table: string;
  id: number;
  updatedAt: string;
}

/** Documents first: they name suppliers. */
const idFields = Object.entries({
  production: 'productionId',
  production_run: 'runId',
  dispatch: 'dispatchId',
  adjustment: 'adjustmentId',
  inward: 'inwardId',
  supplier: 'supplierId',
});

/** The records of an answer to a write, each with its table. */
function recordsOf(event: TraceEvent): StoredRecord[] {
  if (event.what !== 'answer') return [];
  const [head = '', body = ''] = event.text.split('\r\n\r\n');
  if (!/^HTTP\/1\.1 20[01] /.test(head) || !/content-type: application\/json/i.test(head)) return [];
  const json: Json = JSON.parse(body);
  return [json].flat().flatMap((record: Json) =>
    idFields
      .filter(([, idField]) => record[idField] !== undefined)
      .map(([table, idField]) => ({ table, id: Number(record[idField]), updatedAt: String(record.updatedAt) }))
      .slice(0, 1),
  );
}

/** Writes the files of a power cut to a folder and opens them as the server would. */
async function lookAt(context: Context, files: Map<string, Buffer>, answered: Iterable<StoredRecord>) {
  const { found } = context;
  const database = await context.makeDatabase();
  for (const [file, content] of files) {
    // The shared-memory index is rebuilt on opening.
    if (/godown\.db(-wal)?$/.test(file)) await writeFile(path.join(database.dataDir, path.basename(file)), content);
  }
  try {
    await withStore(database, async ({ db }) => {
      const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      const state = check.rows.map((row) => row.integrity_check).join(', ');
      if (state !== 'ok') found.faults.push(`the file is damaged: ${state}`);
      const lost: string[] = [];
      for (const { table, id, updatedAt } of answered) {
        const { rows } = await sql<{ updated_at: string }>`
          select updated_at from ${sql.table(table)} where id = ${id} and deleted_at is null`.execute(db);
        if (rows[0] && rows[0].updated_at >= updatedAt) continue;
        lost.push(`${table} ${id} was answered and is ${rows[0] ? 'older' : 'not there'} after a power cut`);
      }
      found.add('lost', lost);
    });
    found.faults.push(...(await ledgerFaults(database)));
  } catch (error) {
    found.faults.push(`the files can't be opened after a power cut: ${String(error)}`);
  }
  await database.remove();
}

async function attackTrace(context: Context): Promise<void> {
  const { found } = context;
  const cuts = Math.min(CUTS_PER_TRACE, context.rounds - found.rounds);
  const database = await context.makeDatabase();
  const events = await tracedWrites(context, database, cuts * WRITES_PER_CUT);
  const first = events.findIndex((event) => recordsOf(event).length > 0);
  const moments = new Set<number>();
  while (moments.size < Math.min(cuts, events.length - first)) {
    moments.add(context.random.whole(first, events.length - 1));
  }
  const disk = new TracedDisk();
  const log = path.join(database.dataDir, 'godown.db-wal');
  const answered = new Map<string, StoredRecord>();
  for (const [index, event] of events.entries()) {
    const records = recordsOf(event);
    if (event.what !== 'answer') disk.apply(event);
    for (const each of records) answered.set(`${each.table} ${each.id}`, each);
    if (records.length > 0) {
      found.count('answers to writes');
      const unsynced = disk.unsynced(log);
      const faults = unsynced > 0 ? [`an answer was sent while ${unsynced} writes of the log were not synced`] : [];
      found.add('of these before the log was synced', faults);
    }
    if (!moments.has(index)) continue;
    await lookAt(context, disk.afterPowerCut(context.random), answered.values());
    context.countRound();
  }
}

export const power: Attack = {
  name: 'power',
  promise: 'An acknowledged write has reached the disk.',
  only: 'sqlite',
  unit: 'power cuts',
  rounds: { long: 200, short: 2 },
  broken: {
    'SQLite does not wait for the disk (synchronous = OFF)': [
      ['server/core/db/sqlite/sqlite.ts', "'synchronous = FULL'", "'synchronous = OFF'"],
    ],
    'SQLite waits for the disk at checkpoints only (synchronous = NORMAL)': [
      ['server/core/db/sqlite/sqlite.ts', "'synchronous = FULL'", "'synchronous = NORMAL'"],
    ],
    'a write is answered before its commit': [
      [
        'server/core/db/sqlite/sqliteDriver.ts',
        'await Promise.resolve(connection.commit());',
        'setTimeout(() => connection.commit(), 5);',
      ],
    ],
  },
  async run(context) {
    requireStrace();
    while (context.goesOn()) await attackTrace(context);
  },
};
