/**
 * Attack 2: strace writes down what the server does to its files and its connections. Each answer to a write must come
 * after a sync of the write-ahead log. Of the files as power cuts would have left them at random moments, each must hold all
 * that was answered before.
 */
import { mkdtempSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { TestDatabase } from '#test/testDatabases.ts';
import { callerAt, type Json, signIn } from '../clients/caller.ts';
import { ledgerFaults, withStore } from '../clients/checks.ts';
import { makeWriters, prepareGround } from '../clients/writer.ts';
import { type Attack, type Context, Findings } from '../runner/attack.ts';
import { readTrace, requireStrace, tracedInto, type TraceEvent } from './strace.ts';
import { TracedDisk } from './tracedDisk.ts';

const WRITERS = 4;
const CUTS_PER_TRACE = 50;
const WRITES_PER_CUT = 4;
const TRACE_LIMIT_MS = 120_000;

type Found = Findings<'answers to writes' | 'of these before the log was synced' | 'lost'>;

/** Writes to a traced server; returns the trace. */
async function tracedWrites(context: Context, database: TestDatabase, writes: number): Promise<TraceEvent[]> {
  const file = path.join(mkdtempSync(path.join(database.dataDir, 'trace-')), 'trace');
  const server = await context.startServer(database, { through: tracedInto(file) });
  const call = callerAt(server, await signIn(server));
  const ground = await prepareGround(call);
  let left = writes;
  const writing = makeWriters(WRITERS, call, context.random, ground, { removes: false }).map(async (writer) => {
    for (; left > 0; left -= 1) await writer.write();
  });
  await Promise.all(writing);
  await server.signal('SIGTERM');
  // strace pads process ids to five columns.
  const end = new RegExp(`^${server.pid} +\\+\\+\\+ exited`, 'm');
  for (let waited = 0; waited < TRACE_LIMIT_MS; waited += 50) {
    const trace = await readFile(file, 'latin1');
    if (end.test(trace)) return readTrace(trace);
    await delay(50);
  }
  throw new Error('strace did not end with the server');
}

interface StoredRecord {
  table: string;
  id: number;
  updatedAt: string;
}

const idFields = { production: 'productionId', inward: 'inwardId', supplier: 'supplierId' };

/** The records of an answer to a write, each with its table. */
function recordsOf(text: string): StoredRecord[] {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  if (!/^HTTP\/1\.1 20[01] /.test(head) || !/content-type: application\/json/i.test(head)) return [];
  const json: Json = JSON.parse(body);
  return [json].flat().flatMap((record: Json) => {
    const [table, idField] = Object.entries(idFields).find(([, name]) => record[name] !== undefined) ?? [];
    if (table === undefined || idField === undefined) return [];
    return [{ table, id: Number(record[idField]), updatedAt: String(record.updatedAt) }];
  });
}

/** Writes the files of a power cut to a folder and opens them as the server would. */
async function lookAt(context: Context, files: Map<string, Buffer>, answered: Iterable<StoredRecord>, found: Found) {
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
      for (const { table, id, updatedAt } of answered) {
        const { rows } = await sql<{ updated_at: string }>`
          select updated_at from ${sql.table(table)} where id = ${id} and deleted_at is null`.execute(db);
        if (rows[0] && rows[0].updated_at >= updatedAt) continue;
        found.add('lost', [`${table} ${id} was answered and is ${rows[0] ? 'older' : 'not there'} after a power cut`]);
      }
    });
    found.faults.push(...(await ledgerFaults(database)));
  } catch (error) {
    found.faults.push(`the files can't be opened after a power cut: ${String(error)}`);
  }
  await database.remove();
}

async function attackTrace(context: Context, cuts: number, found: Found): Promise<void> {
  const database = await context.makeDatabase();
  const events = await tracedWrites(context, database, cuts * WRITES_PER_CUT);
  const first = events.findIndex((event) => event.what === 'answer' && recordsOf(event.text).length > 0);
  const moments = new Set<number>();
  while (moments.size < Math.min(cuts, events.length - first)) {
    moments.add(context.random.whole(first, events.length - 1));
  }
  const disk = new TracedDisk();
  const log = path.join(database.dataDir, 'godown.db-wal');
  const answered = new Map<string, StoredRecord>();
  for (const [index, event] of events.entries()) {
    const records = event.what === 'answer' ? recordsOf(event.text) : [];
    if (event.what !== 'answer') disk.apply(event);
    for (const each of records) answered.set(`${each.table} ${each.id}`, each);
    if (records.length > 0) found.figures['answers to writes'] += 1;
    if (records.length > 0 && disk.unsynced(log) > 0) {
      const fault = `an answer was sent while ${disk.unsynced(log)} writes of the log were not synced`;
      found.add('of these before the log was synced', [fault]);
    }
    if (!moments.has(index)) continue;
    found.rounds += 1;
    await lookAt(context, disk.afterPowerCut(context.random), answered.values(), found);
    context.progress(found.rounds);
  }
}

export const power: Attack = {
  name: 'power',
  promise: 'An acknowledged write has reached the disk.',
  engines: ['sqlite'],
  unit: 'power cuts',
  rounds: { long: 200, short: 10 },
  broken: {
    'SQLite does not wait for the disk (synchronous = OFF)': [
      ['server/db/sqlite.ts', "'synchronous = FULL'", "'synchronous = OFF'"],
    ],
    'SQLite waits for the disk at checkpoints only (synchronous = NORMAL)': [
      ['server/db/sqlite.ts', "'synchronous = FULL'", "'synchronous = NORMAL'"],
    ],
    'a write is answered before its commit': [
      [
        'server/db/sqliteDriver.ts',
        'await Promise.resolve(connection.commit());',
        'setTimeout(() => connection.commit(), 5);',
      ],
    ],
  },
  async run(context) {
    requireStrace();
    const found: Found = new Findings({ 'answers to writes': 0, 'of these before the log was synced': 0, lost: 0 });
    while (found.rounds < context.rounds && context.hasTime()) {
      await attackTrace(context, Math.min(CUTS_PER_TRACE, context.rounds - found.rounds), found);
    }
    return found;
  },
};
