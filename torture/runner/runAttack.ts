/** Runs one attack on one engine and cleans up. */
import { rm } from 'node:fs/promises';
import type { Engine } from '#server/db/connect.ts';
import { SeededRandom } from '#server/seed/seededRandom.ts';
import { makeTestDatabase } from '#test/testDatabases.ts';
import type { Attack, Outcome } from './attack.ts';
import { copyBuild } from './builds.ts';
import { launchServer } from './server.ts';

export interface Run {
  engine: Engine;
  /** The administrator's database of a PostgreSQL, where that is the engine. */
  postgresUrl: string | undefined;
  rounds: number;
  seed: number;
  minutes: number;
  progress?: (done: number) => void;
}

/** Runs the attack. Throws where it can't run. */
export async function runAttack(attack: Attack, run: Run): Promise<Outcome> {
  const undo: (() => Promise<void>)[] = [];
  // Not Date: attacks may fake the clock.
  const deadline = performance.now() + run.minutes * 60_000;
  try {
    return await attack.run({
      engine: run.engine,
      rounds: run.rounds,
      random: new SeededRandom(run.seed),
      hasTime: () => performance.now() < deadline,
      progress: (done) => run.progress?.(done),
      async makeDatabase() {
        const database = await makeTestDatabase(run.postgresUrl);
        undo.push(() => database.remove());
        return database;
      },
      async startServer(database, options) {
        const server = await launchServer(database, options);
        undo.push(() => server.signal('SIGKILL'));
        await server.ready();
        return server;
      },
      async makeBuild(edits) {
        const folder = await copyBuild(edits);
        undo.push(() => rm(folder, { recursive: true, force: true }));
        return folder;
      },
    });
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}
