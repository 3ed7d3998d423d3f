/** Attack 10: backups are made while several people write, restored into new folders, damaged, and tampered with. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { restoreBackup } from '#server/office/backups/restore.ts';
import { DamagedBackupError } from '#server/office/backups/seal.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { root } from '../../scripts/processes.ts';
import { type Caller, expectStatus } from '../clients/caller.ts';
import { ledgerFaults, newestEvent } from '../clients/checks.ts';
import { startWriters } from '../clients/writer.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { outputOf } from '../runner/server.ts';
import { until } from '../runner/until.ts';
import { tamper, tamperings } from './tampering.ts';

const WRITERS = 4;
const MAX_PAUSE_MS = 300;
const MAKING_LIMIT_MS = 180_000;

async function command(script: 'backup' | 'restore', database: TestDatabase, ...args: string[]) {
  const env = { PATH: process.env['PATH'], ...database.environment };
  const child = spawn(process.execPath, [path.join(root, `scripts/${script}.ts`), ...args], { env });
  const output = outputOf(child);
  const [code]: unknown[] = await once(child, 'close');
  return { code, output: output().trim() };
}

/** Presses 'Back up now' and returns the file once it is verified. */
async function makeByCall(call: Caller): Promise<string> {
  const { backupId } = await expectStatus(201, call('POST', '/backups'));
  const madeFile = async () => {
    const state = await expectStatus(200, call('GET', '/backups'));
    const made = state.backups.find((each: { backupId: number }) => each.backupId === backupId);
    const fault = made?.fault ?? state.failure?.message;
    if (fault) throw new Error(fault);
    return made?.verifiedAt && path.join(state.folder, made.fileName);
  };
  return await until(madeFile, 'a backup was not made in time', { withinMs: MAKING_LIMIT_MS, everyMs: 20 });
}

async function makeByCommand(database: TestDatabase): Promise<string> {
  const { code, output } = await command('backup', database);
  const file = /^Made and verified (.*\.db):/.exec(output)?.[1];
  if (code !== 0 || file === undefined) throw new Error(output);
  return file;
}

/** Why a copy was refused. */
async function refusalOf(database: TestDatabase, copy: string): Promise<string> {
  return await restoreBackup({ backup: copy, config: database, replace: false, now: new Date() }).then(
    () => 'it was restored',
    (error: unknown) => (error instanceof DamagedBackupError ? error.message : `it failed with ${String(error)}`),
  );
}

/** Damages copies of a backup; reports each that is restored nevertheless. */
async function damageFaults(context: Context, file: string): Promise<string[]> {
  const { random, found } = context;
  const { length } = await readFile(file);
  const ways: Record<string, (copy: string) => Promise<void>> = {
    torn: (copy) => truncate(copy, random.whole(0, length - 1)),
    edited: async (copy) => {
      const bytes = await readFile(copy);
      const at = random.whole(0, length - 1);
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << random.whole(0, 7)), at);
      await writeFile(copy, bytes);
    },
  };
  const faults: string[] = [];
  for (const [what, damage] of Object.entries(ways)) {
    found.count('damaged ones tried');
    const database = await context.makeDatabase();
    const copy = path.join(database.dataDir, 'copy.db');
    await copyFile(file, copy);
    await damage(copy);
    const refusal = await refusalOf(database, copy);
    if (!/^copy\.db (is not a whole backup|was damaged or edited)/.test(refusal)) faults.push(`${what}: ${refusal}`);
    if (existsSync(path.join(database.dataDir, 'godown.db'))) faults.push(`${what}, it was put in place`);
    await database.remove();
  }
  return faults;
}

/** Tampers with a copy of a backup and seals it again; reports it if it is restored, or refused without the name of what differs. */
async function tamperFaults(context: Context, file: string): Promise<string[]> {
  const { random, found } = context;
  found.count('tampered ones tried');
  const database = await context.makeDatabase();
  const copy = path.join(database.dataDir, 'copy.db');
  const tampering = tamperings[found.rounds % tamperings.length] ?? random.pick(tamperings);
  const words = await tamper(file, copy, tampering, random);
  const refusal = await refusalOf(database, copy);
  const faults: string[] = [];
  if (!refusal.includes(words)) faults.push(`${words}: ${refusal}`);
  if (existsSync(path.join(database.dataDir, 'godown.db'))) faults.push(`${words}, and it was put in place`);
  await database.remove();
  return faults;
}

async function restoredFaults(context: Context, file: string, eventBefore: number): Promise<string[]> {
  const database = await context.makeDatabase();
  const { code, output } = await command('restore', database, file);
  if (code !== 0) return [`a whole backup was refused: ${output}`];
  const faults = await ledgerFaults(database);
  const event = await newestEvent(database);
  if (event < eventBefore) faults.push(`it ends at event ${event}, and ${eventBefore} was there before it began`);
  await database.remove();
  return faults;
}

export const backup: Attack = {
  name: 'backup',
  promise:
    'A backup taken under load restores to a consistent state, and one that is damaged or tampered with is refused.',
  only: 'sqlite',
  unit: 'backups',
  rounds: { long: 50, short: 1 },
  broken: {
    'the file is copied as it lies there, without what is in the WAL': [
      [
        'server/office/backups/make.ts',
        'await source.backup(target, { progress: () => PAGES_PER_BATCH });',
        "(await import('node:fs')).copyFileSync(database, target);",
      ],
    ],
    'a checksum that does not fit is taken': [
      [
        'server/office/backups/seal.ts',
        '(await sumOf(copied(), about)) !== sealed.sha256',
        "(await sumOf(copied(), about)) === ''",
      ],
    ],
    'the schema is not compared': [
      ['server/office/backups/verify.ts', 'await refuseOtherSchema(database, name, folder);', ''],
    ],
    'the history is not counted': [
      ['server/office/backups/verify.ts', "refuse('the history lacks events', await findHistoryFaults(db));", ''],
    ],
  },
  async run(context) {
    const { random, found } = context;
    const { database, call, writers } = await startWriters(context, WRITERS);
    const work = { goesOn: true, rests: false };
    const writing = writers.map(async (writer) => {
      while (work.goesOn) {
        if (work.rests) await delay(5);
        else if ((await writer.write()) === 'acknowledged') found.count('writes meanwhile');
      }
    });
    try {
      for (; context.goesOn(); context.countRound()) {
        await delay(random.whole(0, MAX_PAUSE_MS));
        // Without writes there is no checkpoint: the last writes are in the WAL alone.
        work.rests = found.rounds % 2 === 1;
        const eventBefore = await newestEvent(database);
        const file = found.rounds % 4 < 2 ? await makeByCall(call) : await makeByCommand(database);
        work.rests = false;
        found.faults.push(...(await restoredFaults(context, file, eventBefore)));
        found.faults.push(...(await damageFaults(context, file)));
        found.faults.push(...(await tamperFaults(context, file)));
      }
    } finally {
      work.goesOn = false;
      await Promise.all(writing);
    }
    found.faults.push(...writers.flatMap((writer) => writer.faults));
  },
};
