/** `npm run torture`: lists the attacks; `npm run torture -- NAME` carries one out, in its long form. See --help. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Engine } from '#server/db/connect.ts';
import { startPostgres } from '#test/postgres.ts';
import { since } from '../scripts/processes.ts';
import type { Attack, Broken, Outcome } from './attack.ts';
import { attacks } from './attacks.ts';
import { copyBuild } from './builds.ts';
import { runAttack } from './running.ts';

const help = `npm run torture -- NAME [options]

  --rounds N          how often, instead of what docs/reliability.md names
  --seed N            repeats the chance of another run; by default the time
  --minutes N         begins no round after so many minutes (60, for a few attacks more)
  --engine NAME       only on sqlite or on postgres
  --broken            attacks a copy that is broken on purpose, and fails where the attack finds nothing
  --help              print this

Everything happens on loopback, in temporary folders.
`;

const PROGRESS_EVERY_MS = 15_000;
const FAULTS_SHOWN = 10;
const FAULT_LENGTH = 400;
/** What is broken shows sooner than what isn't: this many times the short form. */
const BROKEN_TIMES = 4;
const MINUTES = 60;
/** The exit code of an attack that found faults; 1 is that of one that could not be carried out. */
const FOUND = 2;

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

function wholeNumber(name: string, text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} must be a whole number, not "${text}".`);
  return Number(text);
}

function list(): void {
  for (const { name, promise, unit, rounds, engines } of attacks) {
    console.log(`${name.padEnd(16)} ${promise}\n${' '.repeat(17)}${rounds.long} ${unit}, on ${engines.join(' and ')}`);
  }
}

function describe(
  attack: Attack,
  engine: Engine,
  outcome: Outcome,
  asked: { rounds: number; seed: number },
  start: number,
) {
  const figures = Object.entries({ [attack.unit]: outcome.rounds, ...outcome.figures });
  const told = figures.map(([what, figure]) => `${what}: ${figure.toLocaleString('en')}`);
  const { faults } = outcome;
  const end = outcome.rounds < asked.rounds ? ` It was cut short: ${asked.rounds} were asked for.` : '';
  const verdict = faults.length === 0 ? 'The promise held.' : `The promise did NOT hold, ${faults.length} faults:`;
  const shown = faults.slice(0, FAULTS_SHOWN).map((fault) => `  ${fault.slice(0, FAULT_LENGTH)}`);
  const head = `${attack.name} on ${engine}, seed ${asked.seed}, ${since(start)}: ${told.join(', ')}.${end} ${verdict}`;
  return [head, ...shown].join('\n');
}

async function attackOn(attack: Attack, engine: Engine, seed: number): Promise<Outcome> {
  const rounds = values.rounds === undefined ? attack.rounds.long : wholeNumber('rounds', values.rounds);
  console.log(`${attack.name} on ${engine}: ${rounds} ${attack.unit}, seed ${seed} …`);
  const start = performance.now();
  let told = start;
  const progress = (done: number) => {
    if (performance.now() - told < PROGRESS_EVERY_MS) return;
    told = performance.now();
    console.log(`  ${done} ${attack.unit} in ${since(start)}`);
  };
  const postgres = engine === 'postgres' ? await startPostgres() : undefined;
  try {
    const minutes = values.minutes === undefined ? (attack.minutes ?? MINUTES) : wholeNumber('minutes', values.minutes);
    const outcome = await runAttack(attack, { engine, postgresUrl: postgres?.url, rounds, seed, minutes, progress });
    console.log(describe(attack, engine, outcome, { rounds, seed }, start));
    return outcome;
  } finally {
    await postgres?.stop();
  }
}

/** Runs the same command in a copy that is broken on purpose: well is what finds faults there. */
async function attackBroken(attack: Attack, { what, edits }: Broken): Promise<void> {
  console.log(`Broken on purpose: ${what}.`);
  const folder = await copyBuild(edits);
  try {
    const given = process.argv.slice(2).filter((arg) => arg !== '--broken');
    const rounds = values.rounds === undefined ? [`--rounds=${attack.rounds.short * BROKEN_TIMES}`] : [];
    const args = [path.join(folder, 'torture/run.ts'), ...given, ...rounds];
    const child = spawn(process.execPath, args, { stdio: 'inherit' });
    const [code] = await once(child, 'close');
    console.log(code === FOUND ? `${attack.name} noticed it.\n` : `${attack.name} did NOT notice it.\n`);
    if (code !== FOUND) process.exitCode = 1;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run(): Promise<void> {
  const [name] = positionals;
  if (name === undefined) return list();
  const attack = attacks.find((each) => each.name === name);
  if (!attack) throw new Error(`There is no attack "${name}"; npm run torture lists them.`);
  if (values.broken) {
    for (const broken of attack.broken) await attackBroken(attack, broken);
    return;
  }
  const engines = attack.engines.filter((engine) => values.engine === undefined || engine === values.engine);
  if (engines.length === 0) throw new Error(`${name} attacks ${attack.engines.join(' and ')}.`);
  const seed = values.seed === undefined ? Date.now() % 2 ** 31 : wholeNumber('seed', values.seed);
  for (const engine of engines) {
    const { faults } = await attackOn(attack, engine, seed);
    if (faults.length > 0) process.exitCode = FOUND;
  }
}

// Ended by a signal, Node would not tell its 'exit' listeners, which stop the servers.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

if (values.help) console.log(help);
else {
  try {
    await run();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}
