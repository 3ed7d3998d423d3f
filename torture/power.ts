/**
 * Attack 2: strace writes down what the server does to its files and its connections. Each answer to a write must come
 * after a sync of the write-ahead log; and of the files as power cuts would have left them, at moments of chance, each must
 * hold all that was answered before.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Dice } from '#server/seed/dice.ts';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Answer, callerAt, signIn } from './caller.ts';
import { ledgerFaults, prepareGround, withStore } from './checking.ts';
import { readTrace, traced, type TraceEvent } from './trace.ts';
import { TracedDisk } from './tracedDisk.ts';
import { Writer } from './writer.ts';

const WRITERS = 4;
const CUTS_PER_TRACE = 50;
const WRITES_PER_CUT = 4;
const TRACE_LIMIT_MS = 120_000;

interface Totals {
  cuts: number;
  answers: number;
  early: number;
  lost: number;
  faults: string[];
}

/** Lets people write to a traced server; answers what it did. */
async function tracedWrites(context: Context, place: Place, writes: number): Promise<TraceEvent[]> {
  const file = path.join(mkdtempSync(path.join(place.dataDir, 'trace-')), 'trace');
  const server = await context.startServer(place, { through: traced(file) });
  const call = callerAt(server.address, await signIn(server));
  const ground = await prepareGround(call);
  const todo = { left: writes };
  const writers = Array.from(
    { length: WRITERS },
    () => new Writer(call, new Dice(context.dice.whole(1, 2 ** 30)), ground, { removes: false }),
  );
  await Promise.all(
    writers.map(async (writer) => {
      for (; todo.left > 0; todo.left -= 1) await writer.write();
    }),
  );
  await server.signal('SIGTERM');
  // strace puts the numbers of processes into a column of five.
  const end = new RegExp(`^${server.pid} +\\+\\+\\+ exited`, 'm');
  for (let waited = 0; waited < TRACE_LIMIT_MS; waited += 50) {
    const trace = await readFile(file, 'latin1');
    if (end.test(trace)) return readTrace(trace);
    await delay(50);
  }
  throw new Error('strace did not end with the server');
}

/** The records of an answer to a write, each with where it is kept. */
function recordsOf(text: string): { table: string; id: number; updatedAt: string }[] {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  if (!/^HTTP\/1\.1 20[01] /.test(head) || !/content-type: application\/json/i.test(head)) return [];
  const json: Answer['json'] = JSON.parse(body);
  return [json].flat().flatMap((record: Answer['json']) => {
    const kept = { updatedAt: String(record.updatedAt) };
    if (record.productionId !== undefined) return [{ table: 'production', id: Number(record.productionId), ...kept }];
    if (record.inwardId !== undefined) return [{ table: 'inward', id: Number(record.inwardId), ...kept }];
    if (record.supplierId !== undefined) return [{ table: 'supplier', id: Number(record.supplierId), ...kept }];
    return [];
  });
}

type Kept = Map<string, { table: string; id: number; updatedAt: string }>;

/** Puts the files of a power cut into a folder of their own and looks at them as the server would. */
async function lookAt(context: Context, files: Map<string, Buffer>, kept: Kept, totals: Totals): Promise<void> {
  const place = await context.makePlace();
  for (const [file, content] of files) {
    // What is left of the index in shared memory is never read again: whoever opens the files first makes it anew.
    if (/godown\.db(-wal)?$/.test(file)) await writeFile(path.join(place.dataDir, path.basename(file)), content);
  }
  try {
    await withStore(place, async ({ db }) => {
      const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(db);
      const state = check.rows.map((row) => row.integrity_check).join(', ');
      if (state !== 'ok') totals.faults.push(`the file is damaged: ${state}`);
      for (const { table, id, updatedAt } of kept.values()) {
        const { rows } = await sql<{ updated_at: string }>`
          select updated_at from ${sql.table(table)} where id = ${id} and deleted_at is null`.execute(db);
        if (rows[0] && rows[0].updated_at >= updatedAt) continue;
        totals.lost += 1;
        totals.faults.push(`${table} ${id} was answered and is ${rows[0] ? 'older' : 'not there'} after a power cut`);
      }
    });
    totals.faults.push(...(await ledgerFaults(place)));
  } catch (error) {
    totals.faults.push(`the files can't be opened after a power cut: ${String(error)}`);
  }
  await place.remove();
}

async function attackTrace(context: Context, cuts: number, totals: Totals): Promise<void> {
  const place = await context.makePlace();
  const events = await tracedWrites(context, place, cuts * WRITES_PER_CUT);
  const first = events.findIndex((event) => event.what === 'answer' && recordsOf(event.text).length > 0);
  const moments = new Set<number>();
  while (moments.size < Math.min(cuts, events.length - first))
    moments.add(context.dice.whole(first, events.length - 1));
  const disk = new TracedDisk();
  const log = path.join(place.dataDir, 'godown.db-wal');
  const kept: Kept = new Map();
  for (const [index, event] of events.entries()) {
    if (event.what !== 'answer') disk.apply(event);
    else {
      const records = recordsOf(event.text);
      for (const each of records) kept.set(`${each.table} ${each.id}`, each);
      if (records.length > 0) totals.answers += 1;
      if (records.length > 0 && disk.unsynced(log) > 0) {
        totals.early += 1;
        totals.faults.push(`an answer was sent while ${disk.unsynced(log)} writes of the log were not synced`);
      }
    }
    if (!moments.has(index)) continue;
    totals.cuts += 1;
    await lookAt(context, disk.afterPowerCut(context.dice), kept, totals);
    context.progress(totals.cuts);
  }
}

async function run(context: Context): Promise<Outcome> {
  if (spawnSync('strace', ['--version']).status !== 0) {
    throw new Error('This attack needs strace, which is not here: apt-get install strace.');
  }
  const totals: Totals = { cuts: 0, answers: 0, early: 0, lost: 0, faults: [] };
  while (totals.cuts < context.rounds && context.hasTime()) {
    await attackTrace(context, Math.min(CUTS_PER_TRACE, context.rounds - totals.cuts), totals);
  }
  return {
    rounds: totals.cuts,
    figures: {
      'answers to writes': totals.answers,
      'of these before the log was synced': totals.early,
      lost: totals.lost,
      'other faults': totals.faults.length - totals.early - totals.lost,
    },
    faults: totals.faults,
  };
}

export const power: Attack = {
  name: 'power',
  promise: 'An acknowledged write has reached the disk.',
  engines: ['sqlite'],
  unit: 'power cuts',
  rounds: { long: 200, short: 10 },
  broken: [
    {
      what: 'SQLite does not wait for the disk (synchronous = OFF)',
      edits: [{ file: 'server/db/sqlite.ts', from: "'synchronous = FULL'", to: "'synchronous = OFF'" }],
    },
    {
      what: 'SQLite waits for the disk at checkpoints only (synchronous = NORMAL)',
      edits: [{ file: 'server/db/sqlite.ts', from: "'synchronous = FULL'", to: "'synchronous = NORMAL'" }],
    },
    {
      what: 'a write is answered before the commit that it shares with others',
      edits: [
        { file: 'server/db/sqliteDriver.ts', from: 'await promise;', to: 'void promise.catch(() => undefined);' },
      ],
    },
  ],
  run,
};
