/** Attack 13: passwords and codes are guessed, from many addresses, at many accounts, for hours of a clock set by hand. */
import { insertUser } from '#server/users/queries.ts';
import { hashPassword } from '#server/auth/passwords.ts';
import { inTransaction } from '#server/db/transaction.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { CODES_PER_DAY, codeFaults, DAY_MS, PER_ACCOUNT, WINDOW_MS } from './codes.ts';
import { inProcess, type InProcess } from './inProcess.ts';
import { LONG_FROM_ROUNDS, timingFaults } from './timing.ts';

const PER_NETWORK = 100;
/** So long of the clock the attack takes, in its long form: each guess that is let through costs a check of a password. */
const HOURS = 2;
const SHORT_HOURS = 0.4;
const ACCOUNTS = 12;
const PASSWORD = 'leaf-and-paper';
/** Whose codes are tried one after the other, and nobody else guesses at. */
const FORGETFUL = 'forgetful@example.in';

/** What the limits must do, written down once more: windows that begin with their first try. */
class Windows {
  readonly #most: number;
  readonly #lengthMs: number;
  readonly #used = new Map<string, { tries: number; ends: number }>();

  constructor(most: number, lengthMs = WINDOW_MS) {
    this.#most = most;
    this.#lengthMs = lengthMs;
  }

  take(key: string, now: number): boolean {
    const known = this.#used.get(key);
    const window = known && known.ends > now ? known : { tries: 0, ends: now + this.#lengthMs };
    window.tries += 1;
    this.#used.set(key, window);
    return window.tries <= this.#most;
  }

  giveBack(key: string): void {
    const window = this.#used.get(key);
    if (window) window.tries -= 1;
  }

  forget(key: string): void {
    this.#used.delete(key);
  }
}

/** From where guesses come: the network that must be counted, and ways to write addresses in it. */
const origins: { network: string; address: (at: number) => string }[] = [
  { network: '203.0.113.1', address: () => '203.0.113.1' },
  { network: '203.0.113.2', address: (at) => (at % 2 === 0 ? '203.0.113.2' : '::ffff:203.0.113.2') },
  { network: '2001:db8:1:1', address: (at) => `2001:db8:1:1::${(at % 65_535).toString(16)}` },
  { network: '2001:db8:1:2', address: (at) => `2001:DB8:1:2:${(at % 9999).toString(16)}:1:2:3` },
  ...Array.from({ length: 6 }, (_, index) => ({
    network: `198.51.100.${index}`,
    address: () => `198.51.100.${index}`,
  })),
];

const emailOf = (account: number) => `account${account}@example.in`;
const emails = Array.from({ length: ACCOUNTS }, (_, account) => emailOf(account));

/** Adds the accounts that are guessed at, all with one password, whose hash is made once. */
async function addAccounts({ store }: InProcess): Promise<void> {
  const passwordHash = await hashPassword(PASSWORD);
  for (const email of [...emails, FORGETFUL]) {
    const user = { fullName: 'A user', email, phone: '9876543210', userRole: 'user', status: 1, passwordHash } as const;
    await inTransaction(store.db, async (trx) => await insertUser(trx, user, new Date().toISOString()));
  }
}

interface Limits {
  accounts: Windows;
  networks: Windows;
  codes: Windows;
}

interface Totals {
  guesses: number;
  judged: number;
  held: number;
  ownersIn: number;
  ownersOut: number;
  faults: string[];
}

type Kind = 'password' | 'code' | 'asking';

/** What is tried at an account, and how a right and a wrong try are answered. */
function attempt(kind: Kind, email: string, password: string) {
  if (kind === 'asking')
    return { method: 'GET', path: `reset-password-otp?email=${email}`, key: `code ${email}` } as const;
  if (kind === 'code') {
    const payload = { email, otp: 'guess0', password: 'another-password' };
    return { method: 'POST', path: 'verify-otp', payload, key: `reset ${email}` } as const;
  }
  const payload = { userName: email.toUpperCase(), userPassword: password };
  return { method: 'POST', path: 'checkUserAuthentication', payload, key: email } as const;
}

async function guessOnce({ app, clock }: InProcess, { dice }: Context, limits: Limits, totals: Totals): Promise<void> {
  const isForger = dice.chance(0.1);
  const origin = dice.pick(dice.chance(0.8) ? origins.slice(2, 3) : origins);
  // Whoever isn't the proxy can say what they like: they are counted by where they are.
  const network = isForger ? '192.0.2.9' : origin.network;
  const told = isForger ? `10.0.${dice.whole(0, 255)}.${dice.whole(0, 255)}` : origin.address(dice.whole(1, 2 ** 30));
  const forwarded = dice.chance(0.3) ? `10.9.9.9, ${told}` : told;
  const isOwner = dice.chance(0.01);
  const account = dice.whole(0, dice.chance(0.5) ? 1 : ACCOUNTS * 1.5);
  // A third of the accounts doesn't exist.
  const kind = isOwner ? 'password' : dice.pick<Kind>(['password', 'password', 'code', 'asking']);
  const isStranger = kind === 'asking' && dice.chance(0.5);
  const email = isStranger ? `nobody${dice.whole(0, 999)}@example.in` : emailOf(account);
  const { key, path, ...request } = attempt(kind, email, isOwner ? PASSWORD : `guess${dice.whole(1, 2 ** 30)}`);

  const mayTry = limits.networks.take(network, clock.now) && limits.accounts.take(key, clock.now);
  const isLetIn = mayTry && (kind !== 'asking' || limits.codes.take(key, clock.now));
  const answer = await app.inject({
    ...request,
    url: `/api/Auth/${path}`,
    remoteAddress: isForger ? '192.0.2.9' : '127.0.0.1',
    headers: { 'x-forwarded-for': isForger ? told : forwarded },
  });
  const isRight = isOwner && account < ACCOUNTS;
  const judged = kind === 'asking' || isRight ? 200 : kind === 'code' ? 400 : 401;
  const expected = isLetIn ? judged : 429;
  if (answer.statusCode !== expected) {
    totals.faults.push(
      `${totals.guesses}: ${kind} for ${email} from ${network}: ${answer.statusCode}, not ${expected}`,
    );
  }
  if (expected === 429 && !(Number(answer.headers['retry-after']) > 0)) totals.faults.push('a 429 without Retry-After');
  if (isRight && isLetIn) {
    limits.accounts.forget(key);
    limits.networks.giveBack(network);
  }
  totals.guesses += 1;
  if (isRight) totals[isLetIn ? 'ownersIn' : 'ownersOut'] += 1;
  else totals[isLetIn ? 'judged' : 'held'] += 1;
}

async function run(context: Context): Promise<Outcome> {
  const place = await context.makePlace();
  const totals: Totals = { guesses: 0, judged: 0, held: 0, ownersIn: 0, ownersOut: 0, faults: [] };
  const timing = await inProcess(place, { TRUST_PROXY: 'loopback' }, async (server) => {
    await addAccounts(server);
    const limits: Limits = {
      accounts: new Windows(PER_ACCOUNT),
      networks: new Windows(PER_NETWORK),
      codes: new Windows(CODES_PER_DAY, DAY_MS),
    };
    const hours = context.rounds >= LONG_FROM_ROUNDS ? HOURS : SHORT_HOURS;
    const step = (hours * 3_600_000) / context.rounds;
    totals.faults.push(...(await codeFaults(server, place, FORGETFUL, PASSWORD)));
    const start = server.clock.now;
    while (totals.guesses < context.rounds && context.hasTime()) {
      server.clock.now = start + Math.round(totals.guesses * step);
      await guessOnce(server, context, limits, totals);
      context.progress(totals.guesses);
    }
    await server.settled();
    return await timingFaults(server, context, emails);
  });
  return {
    rounds: totals.guesses,
    figures: {
      'guesses that were judged': totals.judged,
      'guesses that were held off': totals.held,
      'owners let in meanwhile': totals.ownersIn,
      'owners who had to wait': totals.ownersOut,
      ...timing.figures,
    },
    faults: [...totals.faults, ...timing.faults],
  };
}

export const guess: Attack = {
  name: 'guess',
  promise: 'Passwords and codes cannot be guessed, and no answer tells by its time whether an account exists.',
  engines: ['sqlite', 'postgres'],
  unit: 'guesses',
  rounds: { long: 1_000_000, short: 140 },
  broken: [
    {
      what: 'tries are not counted by network',
      edits: [
        {
          file: 'server/auth/limits.ts',
          from: 'await byNetwork.consume(keyOf(networkOf(address)));',
          to: 'void networkOf(address);',
        },
      ],
    },
    {
      what: 'tries are not counted by account',
      edits: [
        {
          file: 'server/auth/limits.ts',
          from: 'for (const each of [byAccount, ...more])',
          to: 'for (const each of more)',
        },
      ],
    },
    {
      what: 'an account gets as many codes a day as are asked for',
      edits: [
        {
          file: 'server/auth/limits.ts',
          from: 'await count(account, address, [codesByDay])',
          to: 'await count(account, address)',
        },
      ],
    },
    {
      what: 'a code may be tried as often as one likes',
      edits: [{ file: 'server/auth/reset.ts', from: "    .where('tries_left', '>', 0)\n", to: '' }],
    },
    {
      what: 'each address of an IPv6 network is counted for itself',
      edits: [
        {
          file: 'server/auth/limits.ts',
          from: 'if (isIP(address) !== 6) return address;',
          to: 'if (isIP(address) !== 7) return address;',
        },
      ],
    },
    {
      what: 'whatever is said of the address is believed, whoever says it',
      edits: [{ file: 'server/app.ts', from: 'trustProxy: config.trustProxy,', to: 'trustProxy: true,' }],
    },
    {
      what: 'where there is no account, no password is checked',
      edits: [
        {
          file: 'server/auth/passwords.ts',
          from: 'const right = await inLane(',
          to: 'if (stored === undefined) return false;\n  const right = await inLane(',
        },
      ],
    },
  ],
  run,
};
