/** Attack 14: requests made of the description of the API and far beyond it. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { Dice } from '#server/seed/dice.ts';
import { addInward } from '#test/factories.ts';
import { readDocument } from '#test/openApiDocument.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { callerAt, expectStatus, signIn, sureCaller } from './caller.ts';
import { ledgerFaults, prepareGround, withStore } from './checking.ts';
import { Hostile, markPattern } from './hostile.ts';
import { malformedFaults } from './malformed.ts';
import { GROWTH_MB, growthOf, LOOKS_AT_MEMORY, memoryOf, tellsMemory, type Memory } from './memory.ts';
import { rawSender } from './rawHttp.ts';
import type { Server } from './server.ts';
import { openSlowSenders, SLOW_SENDERS } from './slowSenders.ts';
import type { Place } from '#test/places.ts';

const CONNECTIONS = 16;
/** Whoever is slower than this is let go by the server; it looks every half minute. */
const PATIENCE_MS = 345_000;
/** From how many requests on the long form counts: memory has settled, and slow senders are waited for. */
const MANY = 20_000;
const LONG_HEADERS = 15_000;
/** What no refusal may tell, and no answer at all. */
const INSIDE = /node_modules|\bat \w+ \(|file:\/\/|SQLITE_|syntax error/;
const SECRETS = /password_hash|token_hash|argon2id/;

/** The numbers of all requests whose mark stands anywhere in the database, each with the row that it stands in. */
async function marksIn(place: Place): Promise<Map<number, string>> {
  return await withStore(place, async ({ db }) => {
    const found = new Map<number, string>();
    for (const { name } of await db.introspection.getTables()) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(db);
      for (const row of rows) {
        const text = JSON.stringify(row);
        for (const [, index] of text.matchAll(markPattern)) found.set(Number(index), `${name}: ${text.slice(0, 300)}`);
      }
    }
    return found;
  });
}

/** What the server logged as a fault. */
function faultLines(server: Server): string {
  const lines = server.said().split('\n');
  return lines.filter((line) => line.includes('"level":50')).join('\n');
}

/** What has been seen so far. */
class Seen {
  /** By the number of the request; 0 where the connection broke. */
  readonly statuses: number[] = [];
  /** What was sent once more, since its first copy had no answer: that one may have been carried out. */
  readonly sentTwice = new Set<number>();
  /** What was refused, as it would stand in a fault. */
  readonly refused = new Map<number, string>();
  readonly memory: Memory[] = [];
  readonly faults: string[] = [];

  count(low: number, high: number): number {
    return this.statuses.filter((status) => status >= low && status < high).length;
  }
}

/** Who sends: an administrator, somebody with few rights, and a stranger. */
const callers = ['admin', 'user', 'nobody'] as const;
type Who = (typeof callers)[number];

/** The sessions of those who send. What the attack may rightly do, such as logging out, must not end it. */
class Sessions {
  readonly #server: Server;
  readonly #tokens = new Map<Who, Promise<string | undefined>>();
  #users = 0;

  constructor(server: Server) {
    this.#server = server;
  }

  async #open(who: Who): Promise<string | undefined> {
    if (who === 'nobody') return undefined;
    if (who === 'admin') return await signIn(this.#server);
    for (;;) {
      const email = `user${(this.#users += 1)}@example.in`;
      const fields = { fullName: 'A user', email, phone: '9876543210', password: 'leaf-and-paper', userRole: 'user' };
      const admin = callerAt(this.#server.address, await this.token('admin'));
      const answer = await admin('POST', '/Auth/register', fields);
      if (answer?.status === 401) await this.renew('admin');
      else if (answer?.status !== 201) throw new Error(`no account for the attack: ${answer?.text}`);
      const credentials = { userName: email, userPassword: fields.password };
      const signedIn = await callerAt(this.#server.address)('POST', '/Auth/checkUserAuthentication', credentials);
      // The attack may have changed or deleted the account already; then there is another.
      if (signedIn?.status === 200) return String(signedIn.json.token);
    }
  }

  async token(who: Who): Promise<string | undefined> {
    const known = this.#tokens.get(who) ?? this.#open(who);
    this.#tokens.set(who, known);
    return await known;
  }

  /** After a 401: opens another session where this one has ended. */
  async renew(who: Who): Promise<void> {
    const known = this.#tokens.get(who);
    if (who === 'nobody' || known === undefined) return;
    const answer = await callerAt(this.#server.address, await known)('GET', '/suppliers?page=1&pageSize=1');
    if (answer?.status === 401 && this.#tokens.get(who) === known) this.#tokens.delete(who);
  }
}

async function fuzz(context: Context, server: Server, seen: Seen): Promise<void> {
  const { dice, rounds } = context;
  const operations = readDocument(await expectStatus(200, callerAt(server.address)('GET', '/openapi.json')));
  const { send, close } = rawSender(server.port, CONNECTIONS);
  const lookEvery = Math.ceil(rounds / LOOKS_AT_MEMORY);
  let next = 0;

  const sessions = new Sessions(server);
  const oneClient = async (own: Dice, who: Who) => {
    const hostile = new Hostile(own, operations);
    while (next < rounds && context.hasTime()) {
      const index = next;
      next += 1;
      const request = hostile.next(index, await sessions.token(who));
      const answer = await send(request);
      seen.statuses[index] = answer?.status ?? 0;
      // Node answers headers beyond 16 kB while they are still coming, and closes.
      const isCut = JSON.stringify(request.headers).length > LONG_HEADERS;
      if (!answer && !isCut) seen.faults.push(`no answer for ${request.method} ${request.path.slice(0, 200)}`);
      const where = `${index}: ${request.method} ${request.path.slice(0, 120)} ${String(request.body).slice(0, 120)}`;
      if (answer?.isSecond === true) seen.sentTwice.add(index);
      else if (answer && answer.status >= 400) seen.refused.set(index, where);
      if (answer && answer.status >= 500)
        seen.faults.push(`${answer.status} for ${where}: ${answer.text.slice(0, 100)}`);
      const tells = answer && (SECRETS.test(answer.text) || (answer.status >= 400 && INSIDE.test(answer.text)));
      if (tells) seen.faults.push(`the answer tells of the inside, for ${where}`);
      if (answer?.status === 401) await sessions.renew(who);
      if (index % lookEvery === 0) seen.memory.push(await memoryOf(server));
      context.progress(index);
    }
  };
  const clients = Array.from({ length: CONNECTIONS }, (_, index) =>
    oneClient(new Dice(dice.whole(1, 2 ** 30)), callers[index % callers.length] ?? 'nobody'),
  );
  await Promise.all(clients);
  close();
}

async function run(context: Context): Promise<Outcome> {
  const place = await context.makePlace();
  const server = await context.startServer(place, { environment: { TRUST_PROXY: 'loopback', ...tellsMemory } });
  const start = Date.now();
  const call = callerAt(server.address, await signIn(server));
  const { supplierId, materialIds } = await prepareGround(call);
  for (const id of materialIds) await addInward(sureCaller(call), supplierId, [[id, 1000]]);
  const slow = openSlowSenders(server.port);
  const seen = new Seen();
  await fuzz(context, server, seen);
  const malformed = await malformedFaults(server.port);
  seen.faults.push(...malformed.faults);

  const marks = await marksIn(place);
  const traces = [...seen.refused].filter(([index]) => marks.has(index));
  for (const [index, where] of traces) {
    seen.faults.push(`refused with ${seen.statuses[index]}, it left its mark in ${marks.get(index)}; ${where}`);
  }
  seen.faults.push(...(await ledgerFaults(place)));
  const { early, late } = growthOf(seen.memory.map((memory) => memory.kept));
  const resident = growthOf(seen.memory.map((memory) => memory.resident));
  const isLong = seen.statuses.length >= MANY;
  if (isLong && late - early > GROWTH_MB) seen.faults.push(`what is kept in memory grew from ${early} to ${late} MB`);
  if (isLong) await delay(Math.max(0, PATIENCE_MS - (Date.now() - start)));
  if (isLong && slow.stillThere() > 0) seen.faults.push(`${slow.stillThere()} slow senders were never let go`);
  slow.end();
  // The server goes on, and nothing of it was unforeseen.
  await expectStatus(200, callerAt(server.address)('GET', '/health'));
  if (server.said().includes('"level":50')) seen.faults.push(`it logged a fault of its own: ${faultLines(server)}`);
  return {
    rounds: seen.statuses.length,
    figures: {
      'carried out': seen.count(200, 300),
      'refused (4xx)': seen.count(400, 500),
      'connection closed instead': seen.count(0, 1),
      '5xx': seen.count(500, 600),
      'no HTTP at all': malformed.sent,
      'refused but stored': traces.length,
      'sent once more, on a new connection': seen.sentTwice.size,
      'slow senders': SLOW_SENDERS,
      'told so and let go': slow.told(),
      'MB in use, garbage collected, after a third': Math.round(early),
      'at the end': Math.round(late),
      'MB of memory in all after a third': resident.early,
      'in all at the end': resident.late,
    },
    faults: seen.faults,
  };
}

export const fuzzing: Attack = {
  name: 'fuzz',
  promise: 'Bad input gets a 4xx, never a 5xx or a hang, and leaves no trace.',
  engines: ['sqlite', 'postgres'],
  unit: 'requests',
  rounds: { long: 100_000, short: 1000 },
  broken: [
    {
      what: 'whatever Fastify refuses is taken for a fault of ours',
      edits: [
        {
          file: 'server/http/errors.ts',
          from: 'if (!isFastifyError(error)) return undefined;',
          to: 'return isFastifyError(error) ? undefined : undefined;',
        },
      ],
    },
    {
      what: 'a refused write is not rolled back',
      edits: [
        {
          file: 'server/db/transaction.ts',
          from: 'return await db.transaction().execute(work);',
          to: 'return await work(db);',
        },
      ],
    },
  ],
  run,
};
