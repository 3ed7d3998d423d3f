/** Attack 12: sessions after a change of their account, and authorization bypasses. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoint } from '#contract/core/endpoint.ts';
import { roles } from '#contract/permissions.ts';
import { addInward, dataUrl, pdf } from '#test/factories.ts';
import { readDocument } from '#test/openApiDocument.ts';
import type { TestDatabase } from '#test/testDatabases.ts';
import {
  type Caller,
  callerAt,
  expectStatus,
  openSender,
  signIn,
  startServers,
  sureCaller,
} from '../clients/caller.ts';
import { newestEvent, withStore } from '../clients/checks.ts';
import { addManyBuyers } from '../clients/rawRequests.ts';
import { fromNetwork, mailedCode, type Person, personFields, register } from '../clients/people.ts';
import { tryCounts } from './counts.ts';
import { isKept, keptBy } from './keptDevices.ts';
import { prepareGround } from '../clients/writer.ts';
import type { Attack, Context } from '../runner/attack.ts';
import { inProcess } from '../runner/inProcess.ts';
import type { Server } from '../runner/server.ts';
import { until } from '../runner/until.ts';
import {
  beginRequests,
  type Bystander,
  isAllowed,
  type OpenRequests,
  type Requester,
  tryEndpoint,
  tryFile,
  tryRebinding,
} from './authBypass.ts';

const SESSIONS = 3;
const BYPASSES_PER_CHANGE = 60;
const ENDED_KEPT = 30;
const PACK_WITHIN_MS = 120_000;

/** All changes that must end an account's sessions at once. */
const changes: Record<string, (admin: Caller, who: Person, database: TestDatabase) => Promise<void>> = {
  role: async (admin, who) => await edit(admin, who, { userRole: who.role === 'user' ? 'manager' : 'user' }),
  status: async (admin, who) => await edit(admin, who, { status: 0 }),
  password: async (admin, who) => await edit(admin, who, { password: 'another-password' }),
  address: async (admin, who) => await edit(admin, who, { email: `new-${who.email}` }),
  deletion: async (admin, who) => {
    await expectStatus(200, admin('DELETE', `/Auth/delete-user/${who.userId}`));
  },
  reset: async (admin, { email, userId }, database) => {
    const from = fromNetwork(userId);
    await expectStatus(200, admin('GET', `/Auth/reset-password-otp?email=${email}`, undefined, from));
    const body = { email, otp: await mailedCode(database, email), password: 'another-password' };
    await expectStatus(200, admin('POST', '/Auth/verify-otp', body, from));
  },
};

async function edit(admin: Caller, { userId, email, role }: Person, over: object): Promise<void> {
  const fields = { ...personFields(email, role), status: 1, password: '', ...over };
  await expectStatus(200, admin('PUT', `/Auth/edit-user/${userId}`, fields));
}

/** Uses a session until the change is over; returns answers other than 401 to requests begun after it. */
async function useSession(call: Caller, change: { endedAt: number; isOver: boolean }): Promise<string[]> {
  const faults: string[] = [];
  while (!change.isOver) {
    const begun = performance.now();
    const answer = await call('GET', '/suppliers?page=1');
    if (begun > change.endedAt && answer?.status !== 401) faults.push(`${answer?.status} after the change`);
  }
  return faults;
}

async function prepareBystander({ engine }: Context, server: Server, admin: Caller): Promise<Bystander> {
  const person = await register(admin, 'bystander@example.in', 'manager');
  const token = await signIn(server, person, fromNetwork(1));
  const [own] = await expectStatus(200, callerAt(server, token)('GET', '/sessions'));
  const backup = engine === 'sqlite' ? await expectStatus(201, admin('POST', '/backups')) : undefined;
  const packId = await preparePack(admin);
  return { userId: person.userId, sessionId: own.sessionId, token, backupId: backup?.backupId, packId };
}

/** A pack that is made, and a certificate with a file. */
async function preparePack(admin: Caller): Promise<number> {
  const days = { validFrom: '2026-04-01', validTo: '2027-03-31' };
  const certificate = { holder: 'own', scheme: 'NPOP', number: 'ORG/1', allItems: true, file: dataUrl(pdf), ...days };
  await expectStatus(201, admin('POST', '/certificates', certificate));
  const { packId } = await expectStatus(
    201,
    admin('POST', '/inspection-packs', { from: '2026-11-01', to: '2026-11-30' }),
  );
  const isMade = async () => (await admin('GET', `/inspection-packs/${packId}/file`))?.status === 200 || undefined;
  await until(isMade, 'the pack was not made', { withinMs: PACK_WITHIN_MS, everyMs: 200 });
  return packId;
}

async function prepare(context: Context) {
  const environment = { TRUST_PROXY: 'loopback' };
  const { database, servers, server, token: started, call: admin } = await startServers(context, { environment });
  const endpoints = await inProcess(database, {}, (own) => Promise.resolve(own.endpoints));
  const operations = readDocument(await expectStatus(200, admin('GET', '/openapi.json')));
  await addManyBuyers(database);
  const { supplierId, materialIds } = await prepareGround(admin);
  for (const id of materialIds) await addInward(sureCaller(admin), supplierId, [[id, 10]]);
  const holding: Requester[] = [];
  for (const role of roles) {
    const person = await register(admin, `${role}@example.in`, role);
    holding.push({ role, token: await signIn(server, person, fromNetwork(holding.length)) });
  }
  const bystander = await prepareBystander(context, server, admin);
  const cookie = await keptBy(callerAt(server), 'bystander@example.in', fromNetwork(1));
  const { userData } = await expectStatus(200, callerAt(server)('POST', '/Auth/validateToken', { jwtToken: started }));
  const writes = operations.filter(({ method }) => method !== 'GET');
  const ended: string[] = [];
  const adminId: number = userData.userId;
  const world = { database, servers, admin, endpoints, writes, holding, ended, bystander, cookie, adminId };
  return { context, found: context.found, ...world };
}

type Ground = Awaited<ReturnType<typeof prepare>>;

/** Tries to see and end the bystander's session without the right to; returns faults. */
async function tryBystander({ servers, holding, bystander, cookie, adminId, found }: Ground): Promise<string[]> {
  const { sessionId, token, userId } = bystander;
  const faults: string[] = [];
  for (const server of servers) {
    for (const { role, token: own } of holding) {
      if (role === 'admin') continue;
      const call = callerAt(server, own);
      const ended = await call('DELETE', `/sessions/${sessionId}`);
      if (ended?.status !== 404) faults.push(`${ended?.status} for a ${role} who ends somebody else's session`);
      const listed: { sessionId: number }[] = await expectStatus(200, call('GET', '/sessions'));
      const isSeen = listed.some((each) => each.sessionId === sessionId);
      if (isSeen) faults.push(`a ${role} sees somebody else's session`);
    }
    const answer = await callerAt(server, token)('GET', '/suppliers?page=1');
    if (answer?.status !== 200) faults.push(`${answer?.status} for the bystander, whose session must hold`);
    const opensOther = await isKept(callerAt(server), adminId, cookie, fromNetwork(found.rounds * 8));
    if (opensOther) faults.push("the bystander's cookie opens a session of another account");
    const stays = await isKept(callerAt(server), userId, cookie, fromNetwork(1));
    if (!stays) faults.push("the bystander's device, which must be kept, has ended");
  }
  return faults;
}

/** Continues requests begun before the change: nothing may be stored, and nothing newer returned. */
async function finishRequests({ database, admin, found }: Ground, begun: OpenRequests, { userId }: Person) {
  const lastEvent = await newestEvent(database);
  const carriedOut: string[] = [];
  for (const { what, finish } of begun.writes) {
    const heard = await finish();
    found.count('writes begun before the change');
    if (!heard.startsWith('HTTP/1.1 401 ')) carriedOut.push(`${what} begun before it: ${heard.slice(0, 60)}`);
  }
  const later = await withStore(database, async ({ db }) => {
    const events = db.selectFrom('audit_event').selectAll().where('user_id', '=', userId).where('id', '>', lastEvent);
    return await events.execute();
  });
  carriedOut.push(...later.map((event) => `in the history is, by somebody who may not: ${JSON.stringify(event)}`));
  const name = `Shop after ${lastEvent}`;
  await expectStatus(201, admin('POST', '/buyers', { name, phone: '9811111112', status: 1 }));
  const heard = await begun.readList();
  found.count('lists begun before the change');
  const isWhole = heard.endsWith('\r\n0\r\n\r\n');
  const leaked = heard.includes(name) || isWhole ? ['a list begun before it went on'] : [];
  if (!heard.includes('Shop')) found.faults.push(`the list was not begun: ${heard.slice(0, 200)}`);
  return { carriedOut, leaked };
}

async function changeAccount(ground: Ground): Promise<void> {
  const { context, database, servers, admin, ended, endpoints, writes, found } = ground;
  const { random } = context;
  const role = random.pick(roles);
  const person = await register(admin, `person${found.rounds}@example.in`, role);
  const open = (_: unknown, index: number) =>
    signIn(random.pick(servers), person, fromNetwork(found.rounds * 8 + index));
  const tokens = await Promise.all(Array.from({ length: SESSIONS }, open));
  const atHome = fromNetwork(found.rounds * 8 + SESSIONS);
  const cookie = await keptBy(callerAt(random.pick(servers)), person.email, atHome);
  const change = { endedAt: Number.POSITIVE_INFINITY, isOver: false };
  const using = tokens.map((token) => useSession(callerAt(random.pick(servers), token), change));
  const token = random.pick(tokens);
  // Signing out with an ended session succeeds.
  const refusable = endpoints.filter(({ access, path }) => access !== 'anyone' && !path.endsWith('logout'));
  const own = refusable.filter((each) => isAllowed(each, { role, token }));
  const ownCalls = new Set(own.map(({ method, path }) => `${method} ${path.replace(':id', '{id}')}`));
  const allowed = writes.filter(({ method, path }) => ownCalls.has(`${method} ${path}`));
  const begun = await beginRequests(random.pick(servers), token, random, allowed);
  const what = random.pick(Object.keys(changes));
  await changes[what]?.(admin, person, database);
  change.endedAt = performance.now();
  await delay(15);
  change.isOver = true;
  const stillLetIn = (await Promise.all(using)).flat();
  for (const each of tokens) {
    for (const server of servers) {
      const answer = await callerAt(server)('POST', '/Auth/validateToken', { jwtToken: each });
      if (answer?.status !== 401) stillLetIn.push(`the token is called valid: ${answer?.status}`);
    }
  }
  for (const server of servers) {
    if (await isKept(callerAt(server), person.userId, cookie, atHome)) stillLetIn.push('the device is kept');
  }
  const { carriedOut, leaked } = await finishRequests(ground, begun, person);
  const named = (faults: string[]) => faults.map((fault) => `${what} of a ${role}: ${fault}`);
  found.count('sessions that had to end', SESSIONS);
  found.add('of them still let in', named(stillLetIn));
  found.add('of them carried out', named(carriedOut));
  found.add('of them with later records', named(leaked));
  ended.push(...tokens);
  ended.splice(0, ended.length - ENDED_KEPT);
}

async function tryBypasses({ context, servers, endpoints, holding, ended, bystander, found }: Ground): Promise<void> {
  const { random } = context;
  const { send, close } = openSender(random.pick(servers).port, 4);
  const tokens = holding.flatMap(({ token }) => token ?? []);
  const faults: string[] = [];
  for (let count = 0; count < BYPASSES_PER_CHANGE; count += 1) {
    const strangers = [undefined, random.pick(ended), 'a'.repeat(43)].map((token) => ({ role: undefined, token }));
    const requester = random.pick([...holding, ...strangers]);
    // The requesters' own sessions must stay valid.
    const isHarmless = (each: Endpoint) =>
      requester.role === undefined || !isAllowed(each, requester) || !/logout|session/i.test(each.path);
    const endpoint = random.pick(endpoints.filter(isHarmless));
    const fault = random.chance(0.15)
      ? await (random.chance(0.2) ? tryRebinding(send, random) : tryFile(send, random, requester))
      : await tryEndpoint(send, random, endpoint, requester, { tokens, bystander });
    if (fault !== undefined) faults.push(fault);
  }
  close();
  found.count('tries to get past the check', BYPASSES_PER_CHANGE);
  found.add('of them answered wrongly', faults);
}

async function tryCountsOfUser({ context, servers, admin, holding, found }: Ground): Promise<void> {
  const { token } = holding.find(({ role }) => role === 'user') ?? {};
  const user = callerAt(context.random.pick(servers), token);
  found.count('items counted by a user');
  found.add('of them moved beyond tolerance', await tryCounts(admin, user, context.random));
}

export const access: Attack = {
  name: 'access',
  promise: 'Nobody reads or does what their role may not, and a session ends with what it was opened for.',
  unit: 'changes of accounts',
  rounds: { long: 1000, short: 1 },
  broken: {
    'a change of an account leaves its sessions alone': [
      [
        'server/core/auth/sessions.ts',
        ".where('token_hash', '<>', exceptTokenHash)",
        ".where('token_hash', '=', exceptTokenHash)",
      ],
    ],
    'a change of an account leaves its kept devices alone': [
      [
        'server/core/auth/sessions.ts',
        ".where('device_hash', '<>', exceptDevice).execute()",
        ".where('device_hash', '=', exceptDevice).execute()",
      ],
    ],
    'a write asks for authority when it begins, and not when it is carried out': [
      ['server/core/records/write.ts', 'await checkActor(trx);', ''],
    ],
    'a list asks for authority when it begins, and not for each part': [
      ['server/core/http/routes.ts', 'if (user) authorize(access, await requireSession(store.db, user, now()));', ''],
    ],
    'signed in is signed in, whatever the role': [
      [
        'server/core/http/access.ts',
        '!can(user.userRole, access[1], access[0])',
        '!can("admin", access[1], access[0])',
      ],
    ],
    'anybody who is signed in may end any session whose id they know': [
      [
        'server/core/auth/profile.ts',
        "can(userRole, 'update', 'users') ? undefined : userId",
        "can('admin', 'update', 'users') ? undefined : userId",
      ],
    ],
    'a count by a user is posted, whatever it differs': [
      ['server/stock/adjustments/actions.ts', '(await isBeyondTolerance(trx, lines))', 'false'],
    ],
    'a count by a user is compared with the ledger alone, not with earlier counts': [
      [
        'server/stock/adjustments/beyondTolerance.ts',
        'isWithin((lot.variance ?? 0) + change, lot.passed ?? 0, tolerance)',
        'true',
      ],
    ],
    'a request from this machine is local, whatever its Host': [
      ['server/core/http/requestOrigin.ts', '.every((name) =>', '.some((name) => name !== "" ||'],
    ],
    'a token is also read from a cookie': [
      [
        'server/core/http/access.ts',
        "request.headers.authorization ?? ''",
        "request.headers.authorization ?? (request.headers.cookie ?? '').replace(/auth_token=([\\w-]+).*/, 'Bearer $1')",
      ],
    ],
  },
  async run(context) {
    const ground = await prepare(context);
    for (; context.goesOn(); context.countRound()) {
      await changeAccount(ground);
      await tryBypasses(ground);
      await tryCountsOfUser(ground);
      context.found.add('of them answered wrongly', await tryBystander(ground));
    }
  },
};
