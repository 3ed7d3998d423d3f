/** `npm run seed`: fills the configured database with generated data, deterministic by seed; see --help. */
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { hashPassword } from '#server/core/auth/passwords.ts';
import { migrateWithBackup } from '#server/office/backups/beforeMigrating.ts';
import { readConfig, StartError } from '#server/core/config.ts';
import { keepFilesPrivate } from '#server/core/privateFiles.ts';
import { openStore } from '#server/core/db/connect.ts';
import { findFilledTables, seedDatabase } from '#seed/seed.ts';
import { runCommand } from './command.ts';
import { since } from './processes.ts';
import { showProgress } from './progress.ts';

const PASSWORD_BYTES = 9;
/** An inward line has at least 20 units: enough for this many productions of whole grams. */
const MAX_PRODUCTIONS_PER_LINE = 1000;

const amounts = {
  materials: ['raw materials', 200],
  suppliers: ['suppliers; as many buyers are made', 40],
  'inward-lines': ['lines of inwards, 4 to 16 an invoice', 2000],
  productions: ['productions, oldest lot first', 10_000],
  runs: ['runs that make products of one to three levels; half as many dispatches', 200],
  goods: ['finished goods of no run; categories and products are made in proportion', 1000],
  users: ['accounts, the first one an administrator; their password is printed', 0],
  seed: ['the same number gives the same data', 1],
} as const satisfies Record<string, readonly [description: string, defaultValue: number]>;

type Amount = keyof typeof amounts;
const names = Object.keys(amounts).filter((name): name is Amount => name in amounts);

const help = `npm run seed -- [options]

Fills the database that the environment names (DATABASE_URL, or DATA_DIR) with five financial years of a business,
2021-04-01 to 2026-03-31. It must be empty. Without --users no account is made: who opens Godown first, or ADMIN_EMAIL,
is still its first administrator.

${names.map((name) => `  --${name} N`.padEnd(20) + `${amounts[name][0]} (${amounts[name][1]})`).join('\n')}
  --append          add to a database that isn't empty
  --help            print this
`;

function readArguments() {
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]));
  const flags = { append: { type: 'boolean' }, help: { type: 'boolean' } } as const;
  let values: ReturnType<typeof parseArgs>['values'];
  try {
    ({ values } = parseArgs({ options: { ...options, ...flags } }));
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StartError(`${reason.split('. ')[0]}. npm run seed -- --help tells the options.`, { cause });
  }
  const amountOf = (name: Amount): number => {
    const text = values[name] ?? amounts[name][1];
    const amount = Number(text);
    if (!Number.isSafeInteger(amount) || amount < 0 || text === '') {
      throw new StartError(`--${name} must be a whole number from 0, not "${String(text)}".`);
    }
    return amount;
  };
  const asked = {
    materials: amountOf('materials'),
    suppliers: amountOf('suppliers'),
    inwardLines: amountOf('inward-lines'),
    productions: amountOf('productions'),
    runs: amountOf('runs'),
    goods: amountOf('goods'),
    users: amountOf('users'),
    seed: amountOf('seed'),
  };
  if (asked.inwardLines > 0 && (asked.materials === 0 || asked.suppliers === 0)) {
    throw new StartError('Inward lines need at least one material and one supplier.');
  }
  if (asked.runs > 0 && asked.inwardLines === 0) throw new StartError('Runs need at least one inward line.');
  if (asked.productions > asked.inwardLines * MAX_PRODUCTIONS_PER_LINE) {
    throw new StartError(
      `Ask for at least one inward line for every ${MAX_PRODUCTIONS_PER_LINE} productions, which take from them.`,
    );
  }
  return { asked, append: values['append'] === true, wantsHelp: values['help'] === true };
}

async function run(): Promise<void> {
  const { asked, append, wantsHelp } = readArguments();
  if (wantsHelp) {
    process.stdout.write(help);
    return;
  }
  const start = performance.now();
  const config = readConfig(process.env);
  keepFilesPrivate(config, (sentence) => process.stderr.write(`${sentence}\n`));
  const store = openStore(config, (error) => process.stderr.write(`${error.message}\n`));
  try {
    await migrateWithBackup(store, config);
    const filled = append ? [] : await findFilledTables(store.db);
    if (filled.length > 0) {
      throw new StartError(
        `This database isn't empty: it has rows in ${filled.join(', ')}. Use another one, or add to it with --append.`,
      );
    }
    const password = randomBytes(PASSWORD_BYTES).toString('base64url');
    const { accounts } = await seedDatabase(store.db, {
      ...asked,
      timeZone: config.timeZone,
      passwordHash: asked.users > 0 ? await hashPassword(password) : '-',
      onProgress: showProgress(process.stderr),
    });
    process.stdout.write(`Filled in ${since(start)}.\n`);
    if (accounts[0] !== undefined) {
      process.stdout.write(`Sign in as ${accounts[0]} (the administrator) with the password ${password}\n`);
    }
  } finally {
    await store.db.destroy();
  }
}

runCommand(run);
