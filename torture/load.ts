/**
 * Attack 16: many people at work for long, and then ten times as many who don't think, which is more than the server can do.
 * Unlike the requests of a tool these wait as long as a refusal told them, remember what was acknowledged, and notice a
 * wrong answer. In the short form autocannon presses besides, since whether a few seconds of people are too much is luck.
 */
import type { Agent } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { openSession } from '#server/auth/sessions.ts';
import { inTransaction } from '#server/db/transaction.ts';
import { Dice } from '#server/seed/dice.ts';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { callerAt, expectStatus, signIn } from './caller.ts';
import { ledgerFaults, prepareGround, rememberedFaults, withStore } from './checking.ts';
import { connect, emptyTally, oneConnection, Person, timeOf, tooMuch, type Tally } from './loadPeople.ts';
import { GROWTH_MB, growthOf, LOOKS_AT_MEMORY, memoryOf, tellsMemory } from './memory.ts';
import type { Server } from './server.ts';

/** From so many seconds on, the figures are held against the promise; before, a busy machine would decide. */
const LONG_S = 60;
const long = { clients: 200, thinkMs: 2000 };
const short = { clients: 20, thinkMs: 200 };
const TIMES_TOO_MANY = 10;
/** The second part takes so much of the time of the first, and at least a few seconds. */
const BEYOND_PART = 1 / 12;
const BEYOND_S = 3;
const BEYOND_LIMIT_MS = 60_000;
const ADMIN_EVERY = 4;
const LOOK_EVERY_MS = 500;
const LAG_MS = 100;
const AFTERWARDS = 50;
const SESSION = { idleMs: 12 * 3_600_000, lifetimeMs: 30 * 24 * 3_600_000 };

/** Sessions of their own for so many people: of the administrator, and of a manager who is registered for it. */
async function openSessions(place: Place, server: Server, count: number): Promise<string[]> {
  const admin = callerAt(server.address, await signIn(server));
  const fields = { fullName: 'A manager', email: 'manager@example.in', phone: '9876543210', userRole: 'manager' };
  const { userId } = await expectStatus(
    201,
    admin('POST', '/Auth/register', { ...fields, password: 'leaf-and-paper' }),
  );
  return await withStore(place, async ({ db }) => {
    return await inTransaction(db, async (trx) => {
      const tokens: string[] = [];
      while (tokens.length < count) {
        const isAdmin = tokens.length % ADMIN_EVERY === 0;
        tokens.push(await openSession(trx, isAdmin ? 1 : Number(userId), new Date(), SESSION));
      }
      return tokens;
    });
  });
}

/** The 99th of a hundred lags of the event loop since somebody asked last, in milliseconds. */
async function lagOf({ address }: Server): Promise<number> {
  const answer = await fetch(`${address}/metrics`);
  const text = await answer.text();
  const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1];
  if (answer.status !== 200 || seconds === undefined) throw new Error(`/metrics answered ${answer.status}`);
  return Number(seconds) * 1000;
}

/** While others are refused, whoever asks how the server is must hear it. */
async function watch(
  server: Server,
  isOver: () => boolean,
): Promise<{ looks: number; slowestMs: number; faults: string[] }> {
  const call = callerAt(server.address);
  const faults: string[] = [];
  let looks = 0;
  let slowestMs = 0;
  for (; !isOver(); await delay(LOOK_EVERY_MS)) {
    for (const path of ['/health', '/ready']) {
      const start = performance.now();
      const told = await call('GET', path).then(
        (answer) => (answer?.status === 200 ? undefined : `${path} answered ${answer?.status}: ${answer?.text}`),
        String,
      );
      slowestMs = Math.max(slowestMs, performance.now() - start);
      looks += 1;
      if (told !== undefined) faults.push(told);
    }
  }
  return { looks, slowestMs: Math.round(slowestMs), faults };
}

/**
 * A thousand searches at any time, until it is over: each another one, since whoever asks for the same waits for the same
 * answer. `onRefused` hears of each that is refused because too many are there.
 */
async function press(server: Server, token: string, isOver: () => boolean, onRefused: () => void): Promise<void> {
  let asked = 0;
  const headers = { authorization: `Bearer ${token}` };
  while (!isOver())
    await autocannon({
      url: server.address,
      connections: 100,
      pipelining: 10,
      duration: 1,
      requests: [
        {
          headers,
          setupRequest: (request) => {
            asked = (asked + 1) % 1000;
            const [page, pageSize] = [1 + (asked % 10), 1 + Math.floor(asked / 10)];
            return { ...request, path: `/api/inward?page=${page}&pageSize=${pageSize}&search=i` };
          },
          onResponse: (_status, body) => {
            if (tooMuch.some((sentence) => body.includes(sentence))) onRefused();
          },
        },
      ],
    });
}

async function run(context: Context): Promise<Outcome> {
  const { rounds } = context;
  const isLong = rounds >= LONG_S;
  const { clients, thinkMs } = isLong ? long : short;
  const place = await context.makePlace();
  const server = await context.startServer(place, { environment: tellsMemory });
  const tokens = await openSessions(place, server, clients * (TIMES_TOO_MANY + 1));
  const admin = callerAt(server.address, tokens[0]);
  const ground = await prepareGround(admin);
  const tallies = { within: emptyTally(), beyond: emptyTally(), after: emptyTally() };
  let tally: Tally = tallies.within;
  const connections: Agent[] = [];
  const people = tokens.map((token, index) => {
    const connection = oneConnection();
    connections.push(connection);
    const call = connect(connection, server.port, token, () => tally);
    return new Person(call, new Dice(context.dice.whole(1, 2 ** 30)), ground, index % ADMIN_EVERY === 0);
  });
  const faults: string[] = [];

  // What they can do: all are answered, for as long as they like.
  const kept: number[] = [];
  const resident: number[] = [];
  await lagOf(server);
  const start = performance.now();
  const seconds = () => (performance.now() - start) / 1000;
  const isWithin = () => seconds() < rounds && context.hasTime();
  const working = people.slice(0, clients).map(async (person) => {
    // Nobody begins at the same moment.
    await delay(context.dice.whole(0, thinkMs));
    while (isWithin()) await person.act(thinkMs);
  });
  while (isWithin()) {
    const memory = await memoryOf(server);
    kept.push(memory.kept);
    resident.push(memory.resident);
    await delay(Math.max(0, Math.min(rounds - seconds(), rounds / LOOKS_AT_MEMORY)) * 1000);
    context.progress(Math.floor(seconds()));
  }
  const done = Math.min(rounds, Math.round(seconds()));
  const lagWithin = Math.round(await lagOf(server));
  const perSecond = Math.round(tallies.within.answered / seconds());
  await Promise.all(working);

  // Ten times as many besides, who don't think: who is refused waits as long as the refusal says.
  tally = tallies.beyond;
  const before = await memoryOf(server);
  await lagOf(server);
  const beyondMs = Math.max(BEYOND_S, done * BEYOND_PART) * 1000;
  const beyondStart = performance.now();
  let refusedPresses = 0;
  const isAnybodyRefused = () => tallies.beyond.refused + refusedPresses > 0;
  const goesOn = () => {
    const lasts = performance.now() - beyondStart;
    return lasts < beyondMs || (!isAnybodyRefused() && lasts < BEYOND_LIMIT_MS);
  };
  const isOver = () => !goesOn();
  const watching = watch(server, isOver);
  const pressing = isLong ? [] : [press(server, tokens[0] ?? '', isOver, () => (refusedPresses += 1))];
  const crowding = people.map(async (person, index) => {
    while (goesOn()) await person.act(index < clients ? thinkMs : 0);
  });
  await delay(beyondMs);
  const lagBeyond = Math.round(await lagOf(server));
  const answeredBeyond = Math.round(tallies.beyond.answered / ((performance.now() - beyondStart) / 1000));
  const watched = await watching;
  await Promise.all([...crowding, ...pressing]);

  // And as if nothing had been.
  tally = tallies.after;
  // What a connection takes is not what the crowd has left behind.
  for (const connection of connections) connection.destroy();
  await delay(LOOK_EVERY_MS);
  const after = await memoryOf(server);
  const [one] = people;
  for (let count = 0; count < AFTERWARDS; count += 1) await one?.act(0);

  const { early, late } = growthOf(kept);
  const { lost, others } = await rememberedFaults(
    admin,
    ground,
    people.map(({ writer }) => writer),
  ).catch((error: unknown) => ({ lost: [], others: [`what is there cannot be read: ${String(error)}`] }));
  faults.push(...Object.values(tallies).flatMap((each) => each.faults), ...watched.faults, ...lost, ...others);
  faults.push(...(await ledgerFaults(place)));
  if (!isAnybodyRefused()) faults.push('nobody was refused, though more was asked than can be done');
  if (tallies.after.refused > 0) faults.push(`${tallies.after.refused} were refused when all was over`);
  if (isLong) {
    if (tallies.within.refused > 0) faults.push(`${tallies.within.refused} were refused within what can be done`);
    if (lagWithin > LAG_MS || lagBeyond > LAG_MS)
      faults.push(`the event loop lagged by ${lagWithin} and ${lagBeyond} ms`);
    if (late - early > GROWTH_MB) faults.push(`what is kept in memory grew from ${early} to ${late} MB`);
    if (after.kept - before.kept > GROWTH_MB)
      faults.push(`${after.kept} MB stayed in memory, of ${before.kept} before`);
  }
  return {
    rounds: done,
    figures: {
      people: clients,
      'answers a second': perSecond,
      'answered in all': tallies.within.answered,
      'refused within what can be done': tallies.within.refused,
      'half of the answers within ms': timeOf(tallies.within, 0.5),
      '99 of 100 within ms': timeOf(tallies.within, 0.99),
      'lag of the event loop, 99th of 100, ms': lagWithin,
      'MB in use, garbage collected, after a third': early,
      'at the end': late,
      'MB of memory in all at the end': growthOf(resident).late,
      'people when there were too many': people.length,
      'answers a second then': answeredBeyond,
      'refused with 503 and Retry-After': tallies.beyond.refused,
      'and of what pressed besides': refusedPresses,
      '99 of 100 answers then within ms': timeOf(tallies.beyond, 0.99),
      'lag then, ms': lagBeyond,
      'asked then how it is': watched.looks,
      'slowest of those, ms': watched.slowestMs,
      'MB in use afterwards': Math.round(after.kept),
      'MB of memory in all afterwards': Math.round(after.resident),
      lost: lost.length,
    },
    faults,
  };
}

export const load: Attack = {
  name: 'load',
  promise: 'It stays up under more than it can do.',
  engines: ['sqlite', 'postgres'],
  unit: 'seconds of work',
  minutes: 90,
  rounds: { long: 3600, short: 3 },
  broken: [
    {
      what: 'nobody is refused, however much is asked',
      edits: [
        {
          file: 'server/http/admission.ts',
          from: 'if (places.size < CROWD) return true;',
          to: 'if (!Number.isNaN(now)) return true;',
        },
        {
          file: 'server/http/admission.ts',
          from: 'const isBehind = (isStanding',
          to: 'const isBehind = Number.isNaN(now) && (isStanding',
        },
      ],
    },
  ],
  run,
};
