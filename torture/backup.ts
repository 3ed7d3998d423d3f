/** Attack 10: backups are made while several people write, restored into new folders, and damaged. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { restoreBackup } from '#server/backups/restore.ts';
import { DamagedBackup } from '#server/backups/seal.ts';
import { Dice } from '#server/seed/dice.ts';
import type { Place } from '#test/places.ts';
import { root } from '../scripts/processes.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Caller, callerAt, expectStatus, signIn } from './caller.ts';
import { ledgerFaults, prepareGround, withStore } from './checking.ts';
import { Writer } from './writer.ts';

const WRITERS = 4;
const LONGEST_PAUSE_MS = 300;
const MAKING_LIMIT_MS = 180_000;

interface Ended {
  code: unknown;
  said: string;
}

/** Runs a command of package.json's as a person would. */
async function command(script: 'backup' | 'restore', place: Place, ...args: string[]): Promise<Ended> {
  const env = { PATH: process.env['PATH'], ...place.environment };
  const child = spawn(process.execPath, [path.join(root, `scripts/${script}.ts`), ...args], { env });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk.toString()));
  const [code]: unknown[] = await once(child, 'close');
  return { code, said: said.trim() };
}

/** Presses 'Back up now' and answers the file once it is whole and verified. */
async function makeByCall(call: Caller): Promise<string> {
  const { backupId } = await expectStatus(201, call('POST', '/backups'));
  const deadline = Date.now() + MAKING_LIMIT_MS;
  while (Date.now() < deadline) {
    const state = await expectStatus(200, call('GET', '/backups'));
    const made = state.backups.find((each: { backupId: number }) => each.backupId === backupId);
    if (made?.fault) throw new Error(made.fault);
    if (made?.verifiedAt) return path.join(state.folder, made.fileName);
    if (state.failure) throw new Error(state.failure.message);
    await delay(20);
  }
  throw new Error('a backup was not made in time');
}

async function makeByCommand(place: Place): Promise<string> {
  const { code, said } = await command('backup', place);
  const file = /^Made and verified (.*\.db):/.exec(said)?.[1];
  if (code !== 0 || file === undefined) throw new Error(said);
  return file;
}

/** The number of the newest entry of the history. */
async function newestEvent(place: Place): Promise<number> {
  return await withStore(place, async ({ db }) => {
    const { id } = await db
      .selectFrom('audit_event')
      .select(({ fn }) => fn.max('id').as('id'))
      .executeTakeFirstOrThrow();
    return id;
  });
}

/** Damages a copy of a backup, and tells what is wrong if it is restored nevertheless. */
async function damageFaults(context: Context, file: string): Promise<string[]> {
  const { dice } = context;
  const { length } = await readFile(file);
  const ways: Record<string, (copy: string) => Promise<void>> = {
    torn: (copy) => truncate(copy, dice.whole(0, length - 1)),
    edited: async (copy) => {
      const bytes = await readFile(copy);
      const at = dice.whole(0, length - 1);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << dice.whole(0, 7)), at);
      await writeFile(copy, bytes);
    },
  };
  const faults: string[] = [];
  for (const [what, damage] of Object.entries(ways)) {
    const place = await context.makePlace();
    const copy = path.join(place.dataDir, 'copy.db');
    await copyFile(file, copy);
    await damage(copy);
    const said = await restoreBackup({ backup: copy, config: place, replace: false, now: new Date() }).then(
      () => 'it was restored',
      (error: unknown) => (error instanceof DamagedBackup ? error.message : `it failed with ${String(error)}`),
    );
    if (!/^copy\.db (is not a whole backup|was damaged or edited)/.test(said)) faults.push(`${what}: ${said}`);
    if (existsSync(path.join(place.dataDir, 'godown.db'))) faults.push(`${what}, it was put in place`);
    await place.remove();
  }
  return faults;
}

/** Restores a backup into a new folder, and tells what is wrong with what is there then. */
async function restoredFaults(context: Context, file: string, eventBefore: number): Promise<string[]> {
  const place = await context.makePlace();
  const { code, said } = await command('restore', place, file);
  if (code !== 0) return [`a whole backup was refused: ${said}`];
  const faults = await ledgerFaults(place);
  const event = await newestEvent(place);
  if (event < eventBefore) faults.push(`it ends at event ${event}, and ${eventBefore} was there before it began`);
  await place.remove();
  return faults;
}

async function run(context: Context): Promise<Outcome> {
  const { dice } = context;
  const place = await context.makePlace();
  const server = await context.startServer(place);
  const call = callerAt(server.address, await signIn(server));
  const ground = await prepareGround(call);
  const writers = Array.from({ length: WRITERS }, () => new Writer(call, new Dice(dice.whole(1, 2 ** 30)), ground));
  const work = { goesOn: true, rests: false };
  let writes = 0;
  const writing = writers.map(async (writer) => {
    while (work.goesOn) {
      if (work.rests) await delay(5);
      else if ((await writer.write()) === 'acknowledged') writes += 1;
    }
  });
  const faults: string[] = [];
  let rounds = 0;
  let damaged = 0;
  try {
    while (rounds < context.rounds && context.hasTime()) {
      await delay(dice.whole(0, LONGEST_PAUSE_MS));
      // While they rest, nothing of theirs is brought from the log into the file: what was written last is in the log alone.
      work.rests = rounds % 2 === 1;
      const eventBefore = await newestEvent(place);
      const file = rounds % 4 < 2 ? await makeByCall(call) : await makeByCommand(place);
      work.rests = false;
      faults.push(...(await restoredFaults(context, file, eventBefore)), ...(await damageFaults(context, file)));
      rounds += 1;
      damaged += 2;
      context.progress(rounds);
    }
  } finally {
    work.goesOn = false;
    await Promise.all(writing);
  }
  await server.signal('SIGTERM');
  faults.push(...writers.flatMap((writer) => writer.faults));
  return {
    rounds,
    figures: { 'writes meanwhile': writes, 'damaged ones tried': damaged, faults: faults.length },
    faults,
  };
}

export const backup: Attack = {
  name: 'backup',
  promise: 'A backup taken under load restores to a consistent state, and a damaged one is refused.',
  engines: ['sqlite'],
  unit: 'backups',
  rounds: { long: 50, short: 2 },
  broken: [
    {
      what: 'the file is copied as it lies there, without what is in the WAL',
      edits: [
        {
          file: 'server/backups/make.ts',
          from: 'await source.backup(target, { progress: () => PAGES_AT_ONCE });',
          to: "(await import('node:fs')).copyFileSync(database, target);",
        },
      ],
    },
    {
      what: 'a checksum that does not fit is taken',
      edits: [
        {
          file: 'server/backups/seal.ts',
          from: '(await sumOf(copied(), about)) !== sha256',
          to: "(await sumOf(copied(), about)) === ''",
        },
      ],
    },
  ],
  run,
};
