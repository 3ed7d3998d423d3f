/** Attack 12: sessions after their account was changed, and every way past the check of who may do what. */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint } from '#contract/endpoints.ts';
import { roles, type Role } from '#contract/permissions.ts';
import { addInward } from '#test/factories.ts';
import type { Place } from '#test/places.ts';
import type { Attack, Context, Outcome } from './attack.ts';
import { type Caller, callerAt, expectStatus, signIn, sureCaller } from './caller.ts';
import { prepareGround } from './checking.ts';
import { type Bystander, type Comer, mayPass, tryEndpoint, tryFile } from './doors.ts';
import { inProcess } from './inProcess.ts';
import { rawSender } from './rawHttp.ts';
import type { Server } from './server.ts';

const SESSIONS = 3;
const DOORS_PER_CHANGE = 60;
const PASSWORD = 'leaf-and-paper';
/** Nobody's dead sessions are kept for good: the last ones are tried again and again. */
const DEAD_KEPT = 30;

interface Person {
  userId: number;
  email: string;
  role: Role;
}

/** From an address of its own, so that the limits on guessing don't end the attack. */
function from(count: number) {
  return { 'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}` };
}

async function session(call: Caller, email: string, count: number): Promise<string> {
  const body = { userName: email, userPassword: PASSWORD };
  const answer = call('POST', '/Auth/checkUserAuthentication', body, from(count));
  return String((await expectStatus(200, answer)).token);
}

async function mailedCode({ dataDir }: Place, email: string): Promise<string> {
  const outbox = path.join(dataDir, 'outbox');
  for (let tries = 0; tries < 3000; tries += 1) {
    try {
      const mails = readdirSync(outbox).map((file) => readFileSync(path.join(outbox, file), 'utf8'));
      const code = mails.findLast((mail) => mail.includes(email))?.match(/Subject: (\d{6}) /)?.[1];
      if (code !== undefined) return code;
    } catch {
      // The folder comes with the first mail.
    }
    await delay(20);
  }
  throw new Error(`no code was mailed to ${email}`);
}

/** All that must end the sessions of an account, at once. */
const changes: Record<string, (admin: Caller, who: Person, place: Place) => Promise<void>> = {
  role: async (admin, who) => await edit(admin, who, { userRole: who.role === 'user' ? 'manager' : 'user' }),
  status: async (admin, who) => await edit(admin, who, { status: 0 }),
  password: async (admin, who) => await edit(admin, who, { password: 'another-password' }),
  address: async (admin, who) => await edit(admin, who, { email: `new-${who.email}` }),
  deletion: async (admin, who) => {
    await expectStatus(200, admin('DELETE', `/Auth/delete-user/${who.userId}`));
  },
  reset: async (admin, who, place) => {
    await expectStatus(200, admin('GET', `/Auth/reset-password-otp?email=${who.email}`, undefined, from(who.userId)));
    const body = { email: who.email, otp: await mailedCode(place, who.email), password: 'another-password' };
    await expectStatus(200, admin('POST', '/Auth/verify-otp', body, from(who.userId)));
  },
};

async function edit(admin: Caller, { userId, email, role }: Person, over: object): Promise<void> {
  const fields = { fullName: 'Somebody', email, phone: '9876543210', userRole: role, status: 1, password: '' };
  await expectStatus(200, admin('PUT', `/Auth/edit-user/${userId}`, { ...fields, ...over }));
}

/** Uses a session without end, and says when an answer to a request that began after `changedAt()` was no 401. */
async function useOn(call: Caller, token: string, isOver: () => boolean, changedAt: () => number): Promise<string[]> {
  const faults: string[] = [];
  while (!isOver()) {
    const begun = performance.now();
    const answer = await call('GET', '/suppliers?page=1', undefined, { authorization: `Bearer ${token}` });
    if (begun > changedAt() && answer?.status !== 401) faults.push(`${answer?.status} after the change`);
  }
  return faults;
}

interface Ground {
  context: Context;
  place: Place;
  servers: readonly Server[];
  admin: Caller;
  endpoints: readonly Endpoint[];
  /** Sessions that hold, one of each role. */
  live: readonly Comer[];
  /** Sessions that have ended. */
  dead: string[];
  bystander: Bystander;
}

/** A manager who is signed in and does nothing, and a backup of SQLite's. */
async function prepareBystander({ engine }: Context, address: string, admin: Caller): Promise<Bystander> {
  const email = 'bystander@example.in';
  const fields = { fullName: 'Bystander', email, phone: '9876543210', password: PASSWORD, userRole: 'manager' };
  const { userId } = await expectStatus(201, admin('POST', '/Auth/register', fields));
  const token = await session(callerAt(address), email, 1);
  const [own] = await expectStatus(200, callerAt(address, token)('GET', '/sessions'));
  const backup = engine === 'sqlite' ? await expectStatus(201, admin('POST', '/backups')) : undefined;
  return { userId, sessionId: own.sessionId, token, backupId: backup?.backupId };
}

/** Who may end only their own sessions tries to see and to end another's, whose number they know; answers what came of it. */
async function tryBystander({ servers, live, bystander }: Ground): Promise<string[]> {
  const { sessionId, token } = bystander;
  const faults: string[] = [];
  for (const { address } of servers) {
    for (const { role, token: own } of live) {
      if (role === 'admin') continue;
      const call = callerAt(address, own);
      const ended = await call('DELETE', `/sessions/${sessionId}`);
      if (ended?.status !== 404) faults.push(`${ended?.status} for a ${role} who ends somebody else's session`);
      const listed = await expectStatus(200, call('GET', '/sessions'));
      if (listed.some((each: { sessionId: number }) => each.sessionId === sessionId))
        faults.push(`a ${role} sees somebody else's session`);
    }
    const answer = await callerAt(address, token)('GET', '/suppliers?page=1');
    if (answer?.status !== 200) faults.push(`${answer?.status} for the bystander, whom nobody may touch`);
  }
  return faults;
}

/** Changes an account while its sessions are in use; answers what got in later. */
async function changeOnce(ground: Ground, count: number): Promise<string[]> {
  const { context, place, servers, admin, dead } = ground;
  const { dice } = context;
  const role = dice.pick(roles);
  const email = `person${count}@example.in`;
  const fields = { fullName: 'Somebody', email, phone: '9876543210', password: PASSWORD, userRole: role };
  const { userId } = await expectStatus(201, admin('POST', '/Auth/register', fields));
  const calls = servers.map(({ address }) => callerAt(address));
  const call = () => dice.pick(calls);
  const tokens = await Promise.all(Array.from({ length: SESSIONS }, (_, at) => session(call(), email, count * 8 + at)));
  let changed = Number.POSITIVE_INFINITY;
  let isOver = false;
  const using = tokens.map((token) =>
    useOn(
      call(),
      token,
      () => isOver,
      () => changed,
    ),
  );
  await delay(dice.whole(0, 20));
  const what = dice.pick(Object.keys(changes));
  await changes[what]?.(admin, { userId: Number(userId), email, role }, place);
  changed = performance.now();
  await delay(15);
  isOver = true;
  const faults = (await Promise.all(using)).flat();
  for (const token of tokens) {
    for (const each of calls) {
      const answer = await each('POST', '/Auth/validateToken', { jwtToken: token });
      if (answer?.status !== 401) faults.push(`the token is called valid: ${answer?.status}`);
    }
  }
  dead.push(...tokens);
  dead.splice(0, dead.length - DEAD_KEPT);
  return faults.map((fault) => `${what} of a ${role}: ${fault}`);
}

/** What doesn't end the session of whoever may do it. */
function isHarmless(endpoint: Endpoint): boolean {
  return !/logout|session/i.test(endpoint.path);
}

/** Tries doors, of which most are shut; answers what was wrong. */
async function tryDoors({ context, servers, endpoints, live, dead, bystander }: Ground): Promise<string[]> {
  const { dice } = context;
  const { send, close } = rawSender(dice.pick(servers).port, 4);
  const tokens = live.flatMap(({ token }) => (token === undefined ? [] : [token]));
  const faults: (string | undefined)[] = [];
  for (let count = 0; count < DOORS_PER_CHANGE; count += 1) {
    const strangers = [undefined, dice.pick(dead), 'a'.repeat(43)].map((token) => ({ role: undefined, token }));
    const comer = dice.pick([...live, ...strangers]);
    // What ends a session may well do so for whoever has one.
    const harmless = endpoints.filter((each) => comer.role === undefined || !mayPass(each, comer) || isHarmless(each));
    faults.push(
      dice.chance(0.15)
        ? await tryFile(send, dice, comer)
        : await tryEndpoint(send, dice, dice.pick(harmless), comer, { tokens, bystander }),
    );
  }
  close();
  return faults.filter((fault) => fault !== undefined);
}

async function run(context: Context): Promise<Outcome> {
  const place = await context.makePlace();
  const environment = { TRUST_PROXY: 'loopback' };
  const first = await context.startServer(place, { environment });
  // Sessions are the database's, so a second server on PostgreSQL must know of their end as soon.
  const others = context.engine === 'postgres' ? [await context.startServer(place, { environment })] : [];
  const endpoints = await inProcess(place, {}, async (server) => await Promise.resolve(server.endpoints));
  const token = await signIn(first);
  const admin = callerAt(first.address, token);
  const { supplierId, materialIds } = await prepareGround(admin);
  for (const id of materialIds) await addInward(sureCaller(admin), supplierId, [[id, 10]]);
  const live: Comer[] = [];
  for (const role of roles) {
    const email = `${role}@example.in`;
    const fields = { fullName: 'Somebody', email, phone: '9876543210', password: PASSWORD, userRole: role };
    await expectStatus(201, admin('POST', '/Auth/register', fields));
    live.push({ role, token: await session(callerAt(first.address), email, live.length) });
  }
  const bystander = await prepareBystander(context, first.address, admin);
  const ground: Ground = { context, place, servers: [first, ...others], admin, endpoints, live, dead: [], bystander };
  const faults: Record<'changes' | 'doors', string[]> = { changes: [], doors: [] };
  let rounds = 0;
  while (rounds < context.rounds && context.hasTime()) {
    rounds += 1;
    faults.changes.push(...(await changeOnce(ground, rounds)));
    faults.doors.push(...(await tryDoors(ground)), ...(await tryBystander(ground)));
    context.progress(rounds);
  }
  return {
    rounds,
    figures: {
      'sessions that had to end': rounds * SESSIONS,
      'of them still let in': faults.changes.length,
      'doors tried': rounds * DOORS_PER_CHANGE,
      'doors that let somebody in, or shut somebody out, wrongly': faults.doors.length,
    },
    faults: [...faults.changes, ...faults.doors],
  };
}

export const access: Attack = {
  name: 'access',
  promise: 'Nobody reads or does what their role may not, and a session ends with what it was opened for.',
  engines: ['sqlite', 'postgres'],
  unit: 'changes of accounts',
  rounds: { long: 1000, short: 3 },
  broken: [
    {
      what: 'a change of an account leaves its sessions alone',
      edits: [
        {
          file: 'server/auth/sessions.ts',
          from: ".where('token_hash', '<>', keptTokenHash)",
          to: ".where('token_hash', '=', keptTokenHash)",
        },
      ],
    },
    {
      what: 'signed in is signed in, whatever the role',
      edits: [
        {
          file: 'server/http/access.ts',
          from: '!can(user.userRole, access[1], access[0])',
          to: '!can("admin", access[1], access[0])',
        },
      ],
    },
    {
      what: 'whoever is signed in may end any session whose number they know',
      edits: [
        {
          file: 'server/auth/profile.ts',
          from: "can(user.userRole, 'update', 'users') ? undefined : user.userId",
          to: "can('admin', 'update', 'users') ? undefined : user.userId",
        },
      ],
    },
    {
      what: 'a token is also read from a cookie',
      edits: [
        {
          file: 'server/http/access.ts',
          from: "request.headers.authorization ?? ''",
          to: "request.headers.authorization ?? (request.headers.cookie ?? '').replace(/auth_token=([\\w-]+).*/, 'Bearer $1')",
        },
      ],
    },
  ],
  run,
};
