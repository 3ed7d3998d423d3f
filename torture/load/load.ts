/** Attack 16: many people at work; then beside an account that takes all it can get; then ten times as many. */
import { setTimeout as delay } from 'node:timers/promises';
import { openSession } from '#server/core/auth/sessions.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import { callerAt, startServers } from '../clients/caller.ts';
import { checkAll, withStore } from '../clients/checks.ts';
import { insertAccount } from '../clients/people.ts';
import { addManyBuyers } from '../clients/rawRequests.ts';
import { prepareGround } from '../clients/writer.ts';
import type { Attack, Findings } from '../runner/attack.ts';
import { GROWTH_MB, growthOf, MEMORY_LOOKS, memoryOf, reportsMemory } from '../runner/memory.ts';
import type { Server } from '../runner/server.ts';
import { ADMIN_EVERY, beGreedy, emptyTally, makePerson, percentile, type Tally, type WorkingPerson } from './people.ts';

/** Figures are checked from this duration on; a busy machine distorts shorter runs. */
const LONG_FROM_S = 60;
const long = { people: 200, thinkMs: 2000 };
const short = { people: 10, thinkMs: 200 };
const TIMES_TOO_MANY = 10;
/** The other parts' duration as a share of the first. */
const OTHER_PART = 1 / 12;
const MIN_S = 2;
const POLL_INTERVAL_MS = 500;
const LAG_MS = 100;
const AFTERWARDS = 50;
const SESSION = { idleMs: 12 * 3_600_000, lifetimeMs: 30 * 24 * 3_600_000 };

async function openSessions(database: TestDatabase, count: number): Promise<string[]> {
  return await withStore(database, async (store) => {
    const tokens: string[] = [];
    while (tokens.length < count) {
      const userRole = tokens.length % ADMIN_EVERY === 0 ? 'admin' : 'manager';
      const userId = await insertAccount(store, `person${tokens.length}@example.in`, { userRole });
      tokens.push(await openSession(store.db, userId, new Date(), SESSION));
    }
    return tokens;
  });
}

/** The 99th percentile of the event loop's lag since the last call, in milliseconds. */
async function lagOf({ address }: Server): Promise<number> {
  const answer = await fetch(`${address}/metrics`);
  const text = await answer.text();
  const seconds = /^nodejs_eventloop_lag_p99_seconds (\S+)$/m.exec(text)?.[1];
  if (answer.status !== 200 || seconds === undefined) throw new Error(`/metrics answered ${answer.status}`);
  return Math.round(Number(seconds) * 1000);
}

/** Monitoring must be answered under overload. */
async function watchHealth(server: Server, isOver: () => boolean, found: Findings): Promise<void> {
  const call = callerAt(server);
  for (; !isOver(); await delay(POLL_INTERVAL_MS)) {
    for (const path of ['/health', '/ready']) {
      const start = performance.now();
      const answer = await call('GET', path).catch(() => undefined);
      found.most('slowest of those, ms', performance.now() - start);
      found.count('asked then how it is');
      if (answer?.status !== 200) found.faults.push(`${path} answered ${answer?.status}: ${answer?.text}`);
    }
  }
}

export const load: Attack = {
  name: 'load',
  promise: 'It stays up under more than it can do, and no account keeps the others out.',
  unit: 'seconds of work',
  minutes: 90,
  rounds: { long: 3600, short: 2 },
  broken: {
    'nobody is refused, however much is asked': [
      [
        'server/core/http/limits/slots.ts',
        'if (waiting.size >= queueLength) this.#makeRoom(kind, waiting, priority);',
        '',
      ],
      ['server/core/http/limits/slots.ts', 'if (share.size >= queueLength / 2) throw this.#refusal(kind);', ''],
    ],
    'one account may have all slots and all of their queue': [
      [
        'server/core/http/limits/slots.ts',
        'Math.max(1, Math.floor(this.#limits[kind].slots / 2))',
        'this.#limits[kind].slots',
      ],
      ['server/core/http/limits/slots.ts', 'share.size >= queueLength / 2', 'share.size >= queueLength'],
    ],
  },
  async run(context) {
    const { rounds, random, found } = context;
    const { figures, faults } = found;
    const isLong = rounds >= LONG_FROM_S;
    const { people: count, thinkMs } = isLong ? long : short;
    const { database, server, call: admin } = await startServers(context, { count: 1, environment: reportsMemory });
    const ground = await prepareGround(admin);
    await addManyBuyers(database);
    const tokens = await openSessions(database, count * (TIMES_TOO_MANY + 1) + 1);
    const greedyToken = tokens.pop() ?? '';
    const tallies = { within: emptyTally(), greedy: emptyTally(), beyond: emptyTally(), after: emptyTally() };
    let tally: Tally = tallies.within;
    const people = tokens.map((token, index) =>
      makePerson({ server, ground, random: random.fork() }, index, token, () => tally),
    );
    const usual = people.slice(0, count);
    const work = async (part: Tally, some: readonly WorkingPerson[], goesOn: () => boolean) => {
      tally = part;
      const working = some.map(async (person, index) => {
        const pauseMs = index < count ? thinkMs : 0;
        // Staggered start.
        await delay(random.whole(0, pauseMs));
        while (goesOn()) await person.act(pauseMs);
      });
      await Promise.all(working);
    };
    const forSeconds = (seconds: number) => {
      const end = performance.now() + seconds * 1000;
      return () => performance.now() < end;
    };

    // Normal load: everybody is answered.
    const memory: number[] = [];
    await lagOf(server);
    const start = performance.now();
    const seconds = () => (performance.now() - start) / 1000;
    const countSeconds = (done: number) => context.countRound(Math.min(rounds, done) - found.rounds);
    const isWithin = () => seconds() < rounds && context.goesOn();
    const working = work(tallies.within, usual, isWithin);
    while (isWithin()) {
      memory.push(await memoryOf(server));
      await delay(Math.max(0, Math.min(rounds - seconds(), rounds / MEMORY_LOOKS)) * 1000);
      countSeconds(Math.floor(seconds()));
    }
    countSeconds(Math.round(seconds()));
    const lag = await lagOf(server);
    await working;
    const perSecond = tallies.within.answered / seconds();

    // Beside a greedy account: no other account is refused.
    const otherSeconds = Math.max(MIN_S, found.rounds * OTHER_PART);
    const isGreedyPart = forSeconds(otherSeconds);
    const greed = beGreedy(server, greedyToken, () => !isGreedyPart());
    await work(tallies.greedy, usual, isGreedyPart);
    const greedy = await greed;

    // Overload: ten times as many clients without pauses, which wait after a refusal as its header says.
    const before = await memoryOf(server);
    await lagOf(server);
    const isBeyond = forSeconds(otherSeconds);
    const watching = watchHealth(server, () => !isBeyond(), found);
    const crowding = work(tallies.beyond, people, isBeyond);
    await delay(otherSeconds * 1000);
    const lagThen = await lagOf(server);
    const perSecondThen = tallies.beyond.answered / otherSeconds;
    await watching;
    await crowding;

    // Afterwards: as at first.
    for (const { close } of people) close();
    await delay(POLL_INTERVAL_MS);
    const after = await memoryOf(server);
    tally = tallies.after;
    for (let acts = 0; acts < AFTERWARDS; acts += 1) await people[0]?.act(0);

    faults.push(...Object.values(tallies).flatMap((each) => each.faults), ...greedy.faults);
    const checked = checkAll(found, { database, call: admin, ground, writers: people.map(({ writer }) => writer) });
    await checked.catch((error: unknown) => faults.push(`what is there cannot be read: ${String(error)}`));
    const { early, late } = growthOf(memory);
    Object.assign(figures, {
      people: count,
      'answers a second': Math.round(perSecond),
      'answered in all': tallies.within.answered,
      'refused within what can be done': tallies.within.refused,
      'half of the answers within ms': percentile(tallies.within, 0.5),
      '99 of 100 within ms': percentile(tallies.within, 0.99),
      'lag of the event loop, 99th of 100, ms': lag,
      'MB in use, garbage collected, after a third': early,
      'at the end': late,
      'refused beside a greedy account': tallies.greedy.refused,
      'of whose requests were refused': greedy.refused,
      'people when there were too many': people.length,
      'answers a second then': Math.round(perSecondThen),
      'refused with 503 and Retry-After': tallies.beyond.refused,
      '99 of 100 answers then within ms': percentile(tallies.beyond, 0.99),
      'lag then, ms': lagThen,
      'MB in use afterwards': Math.round(after),
    });
    const left = Math.round(after - before);
    const violations: [isViolated: boolean, fault: string][] = [
      [greedy.refused === 0, 'the greedy account got all that it asked for'],
      [tallies.greedy.refused > 0, `${tallies.greedy.refused} were refused for the greedy account's sake`],
      [tallies.after.refused > 0, `${tallies.after.refused} were refused when all was over`],
      [isLong && tallies.within.refused > 0, `${tallies.within.refused} were refused within what can be done`],
      [isLong && tallies.beyond.refused === 0, 'nobody was refused, though more was asked than can be done'],
      [isLong && Math.max(lag, lagThen) > LAG_MS, `the event loop lagged by ${lag} and ${lagThen} ms`],
      [isLong && late - early > GROWTH_MB, `memory in use grew from ${early} to ${late} MB`],
      [isLong && left > GROWTH_MB, `${left} MB more are in use than before there were too many`],
    ];
    faults.push(...violations.filter(([isViolated]) => isViolated).map(([, fault]) => fault));
  },
};
