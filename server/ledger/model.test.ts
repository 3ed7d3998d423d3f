/** Any order of any operations gives what a plain model gives: the short form of torture/model.ts, on both engines. */
import { expect, test } from 'vitest';
import { model } from '../../torture/model.ts';
import { runAttack } from '../../torture/running.ts';

const rounds = Number(process.env['MODEL_RUNS'] ?? model.rounds.short);
const MINUTES = 10;

test(
  'any sequence of creating, editing and deleting inwards and productions equals a plain model',
  async () => {
    const engine = process.env['TEST_ENGINE'] === 'postgres' ? 'postgres' : 'sqlite';
    const postgresUrl = engine === 'postgres' ? process.env['TEST_POSTGRES_URL'] : undefined;
    const seed = Number(process.env['MODEL_SEED'] ?? Date.now() % 2 ** 31);
    const run = { engine, postgresUrl, rounds, seed, minutes: MINUTES, progress: () => undefined } as const;
    const outcome = await runAttack(model, run);
    process.stdout.write(`model: ${outcome.rounds} sequences, seed ${seed}, ${JSON.stringify(outcome.figures)}\n`);
    expect(outcome.faults).toEqual([]);
    expect(outcome.rounds).toBe(rounds);
  },
  MINUTES * 60_000 + 60_000,
);
