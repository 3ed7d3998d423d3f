/** `npm run torture`: lists the attacks; `npm run torture -- NAME` carries one out, in its long form. See --help. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '#server/core/db/connect.ts';
import { startPostgres } from '#test/postgres.ts';
import { makePostgresTemplate } from '#test/testDatabases.ts';
import { since } from '../scripts/processes.ts';
import { attacks } from './attacks.ts';
import { type Attack, enginesOf, type Findings, type Run, runAttack } from './runner/attack.ts';
import { copyBuild, type Edit } from './runner/builds.ts';

const help = `npm run torture -- NAME [options]

  --rounds N          how often, instead of what docs/reliability.md names
  --seed N            the random numbers of another run; by default the time
  --minutes N         begins no round after so many minutes (60, for a few attacks more)
  --engine NAME       only on sqlite or on postgres
  --broken            attacks copies that are broken on purpose, and fails where the attack finds nothing
  --help              print this

Everything happens on loopback, in temporary folders.
`;

const PROGRESS_EVERY_MS = 15_000;
const FAULTS_SHOWN = 10;
const FAULT_LENGTH = 400;
/** Rounds against a broken build, as a multiple of the short form's, where the attack names none. */
const BROKEN_TIMES = 8;
const MINUTES = 60;
/** Exit code of an attack with faults; 1 means that it could not run. */
const FAULTS_FOUND = 2;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    minutes: { type: 'string' },
    engine: { type: 'string' },
    broken: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

function numberOption(name: 'rounds' | 'seed' | 'minutes', otherwise: number): number {
  const text = values[name];
  if (text === undefined) return otherwise;
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}".`);
  return Number(text);
}

function listAttacks(): void {
  for (const attack of attacks) {
    const long = `${attack.rounds.long} ${attack.unit}, on ${enginesOf(attack).join(' and ')}`;
    console.log(`${attack.name.padEnd(16)} ${attack.promise}\n${' '.repeat(17)}${long}`);
  }
}

function describe({ name, unit }: Attack, { engine, rounds, seed }: Run, outcome: Findings, start: number): string {
  const figures = Object.entries({ [unit]: outcome.rounds, ...outcome.figures });
  const counted = figures.map(([what, figure]) => `${what}: ${figure.toLocaleString('en')}`).join(', ');
  const { faults } = outcome;
  const end = outcome.rounds < rounds ? ` It was cut short: ${rounds} were asked for.` : '';
  const verdict = faults.length === 0 ? 'The promise held.' : `The promise did NOT hold, ${faults.length} faults:`;
  const shown = faults.slice(0, FAULTS_SHOWN).map((fault) => `  ${fault.slice(0, FAULT_LENGTH)}`);
  return [`${name} on ${engine}, seed ${seed}, ${since(start)}: ${counted}.${end} ${verdict}`, ...shown].join('\n');
}

async function attackOn(attack: Attack, engine: Engine, seed: number): Promise<Findings> {
  const rounds = numberOption('rounds', attack.rounds.long);
  const minutes = numberOption('minutes', attack.minutes ?? MINUTES);
  console.log(`${attack.name} on ${engine}: ${rounds} ${attack.unit}, seed ${seed} …`);
  const start = performance.now();
  let printed = start;
  const progress = (done: number) => {
    if (performance.now() - printed < PROGRESS_EVERY_MS) return;
    printed = performance.now();
    console.log(`  ${done} ${attack.unit} in ${since(start)}`);
  };
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  try {
    if (postgres) await makePostgresTemplate(postgres.url);
    const run = { engine, postgresUrl: postgres?.url, rounds, seed, minutes, progress };
    const outcome = await runAttack(attack, run);
    console.log(describe(attack, run, outcome, start));
    return outcome;
  } finally {
    await postgres?.stop();
  }
}

/** Runs the same command on a broken build, where it must find faults. */
async function attackBroken({ name, rounds }: Attack, what: string, edits: readonly Edit[]): Promise<void> {
  console.log(`Broken on purpose: ${what}.`);
  const folder = await copyBuild(edits);
  try {
    const given = process.argv.slice(2).filter((arg) => arg !== '--broken');
    const fewer = values.rounds === undefined ? [`--rounds=${rounds.broken ?? rounds.short * BROKEN_TIMES}`] : [];
    const args = [path.join(folder, 'torture/run.ts'), ...given, ...fewer];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    const [code]: unknown[] = await once(child, 'close');
    console.log(`${name} ${code === FAULTS_FOUND ? 'noticed' : 'did NOT notice'} it.\n`);
    if (code !== FAULTS_FOUND) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function carryOut(): Promise<void> {
  const [name] = positionals;
  if (name === undefined) return listAttacks();
  const attack = attacks.find((each) => each.name === name);
  if (!attack) throw new Error(`There is no attack "${name}"; npm run torture lists them.`);
  if (values.broken) {
    for (const [what, edits] of Object.entries(attack.broken)) await attackBroken(attack, what, edits);
    return;
  }
  const engines = enginesOf(attack).filter((engine) => values.engine === undefined || engine === values.engine);
  if (engines.length === 0) throw new Error(`${name} attacks ${enginesOf(attack).join(' and ')}.`);
  const seed = numberOption('seed', Date.now() % 2 ** 31);
  for (const engine of engines) {
    const { faults } = await attackOn(attack, engine, seed);
    if (faults.length > 0) process.exitCode = FAULTS_FOUND;
  }
}

// On a signal, Node skips 'exit' listeners, which stop the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (values.help) console.log(help);
else {
  try {
    await carryOut();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
