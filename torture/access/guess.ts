/** Attack 13: guessing of passwords and codes, from many addresses, at many accounts, over hours of a fake clock. */
import type { TestDatabase } from '#test/testDatabases.ts';
import { findMailedCode, PASSWORD } from '../clients/people.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { inProcess, type InProcess } from '../runner/inProcess.ts';
import {
  accountFaults,
  addAccounts,
  codeFaults,
  deviceId,
  type Origin,
  type Try,
  tryAt,
  WRONG_CODE,
} from './guessingClients.ts';
import { type Attempt, GuessingLimits } from './guessingLimits.ts';
import { cookieFaults } from './keptDevices.ts';
import { checkTiming, LONG_FROM_ROUNDS } from './timing.ts';

/** Duration by the fake clock; each admitted guess costs a password hash. */
const HOURS = 2;
const SHORT_HOURS = 0.4;
/** Guessing at one account costs a hundred hashes, too many for the short form. */
const WITH_ACCOUNT_FROM = 400;
const ACCOUNTS = 12;
const OWNERS_SHARE = 0.004;
const RESETS_SHARE = 0.01;

const networks: { network: string; address: (number: number) => string }[] = [
  { network: '203.0.113.1', address: () => '203.0.113.1' },
  { network: '203.0.113.2', address: (number) => (number % 2 === 0 ? '203.0.113.2' : '::ffff:203.0.113.2') },
  { network: '2001:db8:1:1', address: (number) => `2001:db8:1:1::${(number % 65_535).toString(16)}` },
  { network: '2001:db8:1:2', address: (number) => `2001:DB8:1:2:${(number % 9999).toString(16)}:1:2:3` },
  ...Array.from({ length: 6 }, (_, index) => ({
    network: `198.51.100.${index}`,
    address: () => `198.51.100.${index}`,
  })),
];

const emailOf = (account: number) => `account${account}@example.in`;
const emails = Array.from({ length: ACCOUNTS }, (_, account) => emailOf(account));
/** Accounts without other guesses. */
const forgetful = 'forgetful@example.in';
const single = 'single@example.in';
const kept = 'kept@example.in';
const other = 'other@example.in';

interface Guessing {
  server: InProcess;
  database: TestDatabase;
  context: Context;
  limits: GuessingLimits;
}

/** The source of a request, and the network that it counts for. */
function randomOrigin({ random }: Context): { origin: Origin; network: string } {
  // A client that isn't the proxy can claim any address; its own counts.
  if (random.chance(0.1)) {
    const claimed = `10.0.${random.whole(0, 255)}.${random.whole(0, 255)}`;
    return { origin: { remoteAddress: '192.0.2.9', forwarded: claimed }, network: '192.0.2.9' };
  }
  const { network, address } = random.pick(random.chance(0.8) ? networks.slice(2, 3) : networks);
  const told = address(random.whole(1, 2 ** 30));
  const forwarded = random.chance(0.3) ? `10.9.9.9, ${told}` : told;
  return { origin: { remoteAddress: '127.0.0.1', forwarded }, network };
}

/** Makes a guess and compares the answer with the model's; returns whether it was admitted. */
async function compare(
  { server, limits, context: { found } }: Guessing,
  attempt: Attempt,
  what: Try,
  origin: Origin,
  judged: number,
): Promise<boolean> {
  const { clock, settled } = server;
  const isLetIn = limits.take(attempt, clock.now);
  const { status, retryAfter } = await tryAt(server, attempt.email, what, origin);
  if (what === 'asking') await settled();
  const expected = isLetIn ? judged : 429;
  const where = `${found.rounds}: ${attempt.what} for ${attempt.email} from ${attempt.network}`;
  if (status !== expected) found.faults.push(`${where}: ${status}, not ${expected}`);
  if (expected === 429 && !(retryAfter > 0)) found.faults.push(`${where}: a 429 without Retry-After`);
  if (isLetIn && judged === 200 && attempt.what !== 'asking') limits.forgive(attempt);
  return isLetIn;
}

/** A stranger guesses at an account, with no device, one of their own, another owner's, or the id that was planted in the owner's browser. */
async function guessOnce(guessing: Guessing, at?: number): Promise<void> {
  const { context } = guessing;
  const { random, found } = context;
  const { origin, network } = randomOrigin(context);
  // A third of the accounts don't exist.
  const account = at ?? random.whole(0, random.chance(0.5) ? 1 : ACCOUNTS * 1.5);
  const what = random.pick(['password', 'password', 'code', 'asking'] as const);
  const isUnknown = at === undefined && what === 'asking' && random.chance(0.5);
  const email = isUnknown ? `nobody${random.whole(0, 999)}@example.in` : emailOf(account);
  const tries: Record<Attempt['what'], [tried: Try, judged: number]> = {
    password: [{ password: `guess${random.whole(1, 2 ** 30)}` }, 401],
    code: [{ code: WRONG_CODE }, 400],
    asking: ['asking', 200],
  };
  const device = random.pick([deviceId(1000 + random.whole(0, 99)), deviceId((account + 1) % ACCOUNTS)]);
  const way = random.pick([{}, { device }, { claimed: deviceId(account) }]);
  const attempt = { what, email, network, knownDevice: undefined };
  const isLetIn = await compare(guessing, attempt, tries[what][0], { ...origin, ...way }, tries[what][1]);
  found.count(isLetIn ? 'guesses that were judged' : 'guesses that were held off');
  context.countRound();
}

async function ownerOnce(guessing: Guessing): Promise<void> {
  const { context } = guessing;
  const { found } = context;
  const account = context.random.whole(0, ACCOUNTS - 1);
  const { origin, network } = randomOrigin(context);
  const isAtHome = context.random.chance(0.5);
  const device = isAtHome ? deviceId(account) : undefined;
  const attempt = { what: 'password', email: emailOf(account), network, knownDevice: device } as const;
  const isLetIn = await compare(guessing, attempt, { password: PASSWORD }, { ...origin, device }, 200);
  if (!isAtHome) found.count(isLetIn ? 'owners let in elsewhere' : 'owners elsewhere who had to wait');
  else if (isLetIn) found.count('owners let in at a device of theirs');
  else found.add('owners kept out by strangers', [`${attempt.email} could not sign in at a device of theirs`]);
}

/** An owner requests a code; strangers guess and request, too; then the owner uses the code. */
async function resetOnce(guessing: Guessing): Promise<void> {
  const { context, server, database } = guessing;
  const { found } = context;
  const account = context.random.whole(0, ACCOUNTS - 1);
  const email = emailOf(account);
  const { origin, network } = randomOrigin(context);
  const own = { ...origin, device: deviceId(account) };
  const attempt = { email, network, knownDevice: own.device };
  // Mails are sorted by time.
  server.clock.now += 1;
  if (!(await compare(guessing, { ...attempt, what: 'asking' }, 'asking', own, 200))) return;
  const code = findMailedCode(database, email) ?? '';
  const guesses = Math.min(context.random.whole(5, 20), context.rounds - found.rounds);
  for (let count = 0; count < guesses; count += 1) await guessOnce(guessing, account);
  const isLetIn = await compare(guessing, { ...attempt, what: 'code' }, { code }, own, 200);
  found.count('of these by a code', isLetIn ? 1 : 0);
  if (isLetIn) found.count('owners let in at a device of theirs');
  else found.add('owners kept out by strangers', [`${email} could not use a code at a device of theirs`]);
}

const limitsFile = 'server/core/auth/limits.ts';
const authRoutes = 'server/core/auth/routes.ts';
const keptFile = 'server/core/auth/keptDevices.ts';
const codesFile = 'server/core/auth/resetCodes.ts';

export const guess: Attack = {
  name: 'guess',
  promise:
    'Passwords and codes cannot be guessed, strangers keep no owner out, and no answer tells by its time whether an account exists.',
  unit: 'guesses',
  rounds: { long: 1_000_000, short: 70 },
  broken: {
    'tries are not counted by network': [[limitsFile, '      [byNetwork, keyOf(what, network)],\n', '']],
    'a network has tries for all kinds of guesses together': [
      [limitsFile, 'keyOf(what, network)],', 'keyOf(network)],'],
    ],
    'tries are not counted by account and network': [[limitsFile, '      [byBoth, both],\n', '']],
    'tries are not counted by account': [[limitsFile, "if (what !== 'set up') tries.push([byAccount, all]);", '']],
    'tries count by account alone, wherever they come from': [
      [
        limitsFile,
        '[keyOf(what, account, network), keyOf(what, account)]',
        '[keyOf(what, account), keyOf(what, account)]',
      ],
    ],
    'a known device has no tries of its own': [
      [limitsFile, 'if (knownDevice !== undefined) {', 'if (knownDevice === network) {'],
    ],
    'an account gets as many codes a day as are asked for': [
      [limitsFile, 'return { tries, codes: isCode ? codes : [] };', 'return { tries, codes: [] };'],
    ],
    'a code may be tried as often as one likes': [[codesFile, "      .where(tries, '>', 0)\n", '']],
    "strangers' tries spend an owner's code": [
      [codesFile, "const tries = own ? 'tries_left' : 'other_tries_left';", "const tries = 'tries_left';"],
    ],
    "a stranger who asks for a code replaces the owner's": [
      [
        codesFile,
        '.values({ user_id: userId, device_hash: deviceHash, ...fresh })',
        ".values({ user_id: userId, device_hash: '', ...fresh })",
      ],
      [codesFile, "codes.where('device_hash', 'in', deviceHashes)", "codes.where('device_hash', '=', '')"],
    ],
    'a device keeps the id that its browser sends': [
      [
        authRoutes,
        'known ?? newDevice()',
        "known ?? { id: String(request.cookies['godown_device']), hash: process.getBuiltinModule('node:crypto').hash('sha256', String(request.cookies['godown_device'])) }",
      ],
    ],
    'each address of an IPv6 network is counted for itself': [
      [limitsFile, 'if (isIP(address) !== 6) return address;', 'if (isIP(address) !== 7) return address;'],
    ],
    'any client is believed what it says of its address': [
      ['server/app.ts', 'trustProxy: config.trustProxy,', 'trustProxy: true,'],
    ],
    'guessed cookies of kept devices are not counted': [
      [authRoutes, "await limits.count({ what: 'reopen a session'", "await limits.forgive({ what: 'reopen a session'"],
    ],
    'a copy of a cookie that was replaced keeps a device': [
      [keptFile, 'if (isRetired && (', 'if (isRetired && now.getTime() === 0 && ('],
    ],
    'the cookie of any account opens the session that is asked for': [
      [keptFile, '.find(({ userId }) => userId === account)', '.find(({ userId }) => userId !== 0)'],
    ],
    'where there is no account, no password is checked': [
      [
        'server/core/auth/passwords.ts',
        'const right = await queue.add(',
        'if (stored === undefined) return false;\n  const right = await queue.add(',
      ],
    ],
  },
  async run(context) {
    const { random } = context;
    const { found } = context;
    const database = await context.makeMigratedDatabase();
    await inProcess(database, { TRUST_PROXY: 'loopback' }, async (server) => {
      await addAccounts(server, [...emails, forgetful, single, kept, other]);
      found.faults.push(...(await codeFaults(server, database, forgetful)));
      if (context.rounds >= WITH_ACCOUNT_FROM) found.faults.push(...(await accountFaults(server, single, PASSWORD)));
      found.faults.push(...(await cookieFaults(server, kept, other)));
      const guessing: Guessing = { server, database, context, limits: new GuessingLimits() };
      const start = server.clock.now;
      // Each owner has signed in before, in a browser in which a stranger had planted an id.
      for (const [account, email] of emails.entries()) {
        const at = { remoteAddress: '192.0.2.250', device: deviceId(account) };
        await tryAt(server, email, { password: PASSWORD }, at);
      }
      const hours = context.rounds >= LONG_FROM_ROUNDS ? HOURS : SHORT_HOURS;
      const step = (hours * 3_600_000) / context.rounds;
      while (context.goesOn()) {
        server.clock.now = Math.max(server.clock.now, start + Math.round(found.rounds * step));
        const isShort = context.rounds < LONG_FROM_ROUNDS;
        if (random.chance(isShort ? 10 * OWNERS_SHARE : OWNERS_SHARE)) {
          await (random.chance(isShort ? 10 * RESETS_SHARE : RESETS_SHARE) ? resetOnce(guessing) : ownerOnce(guessing));
        } else await guessOnce(guessing);
      }
      await server.settled();
      await checkTiming(server, context, emails);
    });
  },
};
