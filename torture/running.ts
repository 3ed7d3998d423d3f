/** Runs one attack on one engine, and removes whatever it made. */
import { rm } from 'node:fs/promises';
import type { Engine } from '#server/db/connect.ts';
import { Dice } from '#server/seed/dice.ts';
import { makePlace } from '#test/places.ts';
import type { Attack, Outcome } from './attack.ts';
import { copyBuild } from './builds.ts';
import { launchServer } from './server.ts';

export interface Run {
  engine: Engine;
  /** The administrator's database of a PostgreSQL, where the engine is that. */
  postgresUrl: string | undefined;
  rounds: number;
  seed: number;
  minutes: number;
  progress(done: number): void;
}

/** Runs the attack. Throws where it can't be carried out. */
export async function runAttack(attack: Attack, run: Run): Promise<Outcome> {
  const undo: (() => Promise<void>)[] = [];
  // Attacks may set the clock.
  const deadline = performance.now() + run.minutes * 60_000;
  try {
    return await attack.run({
      engine: run.engine,
      rounds: run.rounds,
      dice: new Dice(run.seed),
      hasTime: () => performance.now() < deadline,
      progress: (done) => run.progress(done),
      async makePlace() {
        const place = await makePlace(run.postgresUrl);
        undo.push(() => place.remove());
        return place;
      },
      async startServer(place, options) {
        const server = await launchServer(place, options);
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
