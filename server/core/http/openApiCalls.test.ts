/**
 * Every call of the API description: its example, and each error that it lists. Each answer is validated against the
 * description's schemas. The calls are read from the document.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ANTI_FORGERY_COOKIE } from '#contract/core/endpoint.ts';
import { buildTestApp, type Answer, type Caller, type TestApp } from '#test/buildTestApp.ts';
import { addMaterial, addProduction, dataUrl, pdf } from '#test/factories.ts';
import { findUndistributable } from '#test/distribution.ts';
import { mostStatements, ownStatements } from '#test/statementCounts.ts';
import { readDocument, type JsonSchema, type Operation } from '#test/openApiDocument.ts';
import { passwordExample } from '#contract/core/accounts/users.ts';
import { hashPassword } from '../auth/passwords.ts';
import { inTransaction } from '../db/transaction.ts';
import { loadSampleData } from '../../office/sample/sample.ts';

/** Statuses seen so far, by call. */
const seen = new Map<string, Set<number>>();
/** The database statements so far. */
let heard: string[] = [];
/** Ids of the records created by the examples, by tag. */
const made = new Map<string, string>();

/** Creates an administrator with the examples' password. */
async function administratorOf({ store, person }: TestApp): Promise<number> {
  const { userId } = await person('admin');
  const password_hash = await hashPassword(passwordExample);
  await store.db.updateTable('app_user').set({ password_hash }).where('id', '=', userId).execute();
  return userId;
}

/** Opening stock of which production has taken some; the sample data has none. */
async function openStockInUse(call: Caller): Promise<void> {
  const rawMaterialId = await addMaterial(call);
  const opening = { kind: 'opening', date: '2026-11-01', lines: [{ rawMaterialId, quantity: 2 }] };
  expect((await call('POST', '/adjustments', opening)).status).toBe(201);
  await addProduction(call, rawMaterialId, 1);
}

/** A batch of a run, of which a buyer got some and returned a part. */
async function makeAndShip(call: Caller): Promise<void> {
  const rawMaterialId = await addMaterial(call);
  const opening = { kind: 'opening', date: '2026-11-01', lines: [{ rawMaterialId, quantity: 20 }] };
  await call('POST', '/adjustments', opening);
  const run = await call('POST', '/production-runs', {
    productionDate: '2026-11-02',
    inputs: [{ rawMaterialId, quantity: 10 }],
    outputs: [{ productId: 1, batchNumber: 'MS-1', quantity: 10 }],
  });
  const sent = await call('POST', '/dispatches', {
    buyerId: 1,
    dispatchDate: '2026-11-03',
    invoiceNumber: 'MS/1',
    lines: [{ lotId: run.json.outputs[0].lotId, quantity: 5 }],
  });
  const lines = [{ dispatchLineId: sent.json.lines[0].dispatchLineId, quantity: 1 }];
  const back = await call('POST', '/adjustments', { kind: 'buyerReturn', date: '2026-11-04', reason: 'Torn', lines });
  expect([run.status, sent.status, back.status]).toEqual([201, 201, 201]);
}

/** The first certificate gets its file and is withdrawn, so that the lots that rested on it can be held. */
async function withdrawCertificate(call: Caller): Promise<void> {
  const { json } = await call('GET', '/certificates/1');
  const { status } = await call('PUT', '/certificates/1', {
    ...json,
    withdrawnOn: json.validFrom,
    file: dataUrl(pdf),
  });
  expect(status).toBe(200);
}

/** The first certification body is suspended, so that the lots that rested on its certificates can be held. */
async function suspendBody(call: Caller): Promise<void> {
  const { json } = await call('GET', '/certification-bodies/1');
  const suspensions = ['NPOP', 'EU', 'NOP'].map((scheme) => ({ scheme, from: '2026-11-01' }));
  const { status, text } = await call('PUT', '/certification-bodies/1', { ...json, suspensions });
  expect(status, text).toBe(200);
}

/** The first transaction certificate gets its file. */
async function attachFile(call: Caller): Promise<void> {
  const { json } = await call('GET', '/transaction-certificates/1');
  const { status, text } = await call('PUT', '/transaction-certificates/1', { ...json, file: dataUrl(pdf) });
  expect(status, text).toBe(200);
}

/** Imports that can be undone, and whose sheet can be downloaded. */
async function importTwice(call: Caller): Promise<void> {
  for (const name of ['Imported herbs', 'Imported roots']) {
    const sheet = { headings: ['Name'], rows: [[name]], mode: 'save', onExisting: 'skip' };
    expect((await call('POST', '/imports/categories', sheet)).status).toBe(200);
  }
}

const freshToken = () => app.sessionOf('admin');

let kept: string | undefined;

/** A session for a call: one of its own for those that may end it or others. */
async function tokenFor({ path }: Operation): Promise<string> {
  if (/auth|session/i.test(path)) {
    kept = undefined;
    return await freshToken();
  }
  kept ??= await freshToken();
  return kept;
}

/** The id of an open session; sign-in creates sessions, no call of its own. */
async function openedSession(): Promise<string> {
  const { json } = await app.withToken(await freshToken())('GET', '/sessions');
  return String(json[0].sessionId);
}

/** The id of a count by a user that waits, as no example of an administrator does. */
async function waitingCount(): Promise<string> {
  const user = await app.as('user');
  const [{ lotId, onHandQty }] = (await user('GET', '/lots?hasStock=true&page=1&pageSize=1')).json;
  const lines = [{ lotId, quantity: onHandQty + 1 }];
  const { json, text } = await user('POST', '/counts', { date: app.services.today(), lines });
  expect(json.state, text).toBe('waiting');
  return String(json.adjustmentId);
}

/** The cookie of the administrator's kept device, for the call that takes it. */
async function cookieFor({ path }: Operation): Promise<Record<string, string>> {
  if (!path.includes('reopen')) return {};
  const credentials = { userName: 'admin@example.in', userPassword: passwordExample, keepSignedIn: true };
  const { headers } = await app.anyone('POST', '/Auth/checkUserAuthentication', credentials);
  return { cookie: /godown_kept=[^;]+/.exec(String(headers['set-cookie']))?.[0] ?? '' };
}

interface Asked {
  as?: Caller;
  id?: string;
  query?: [string, string][];
  body?: unknown;
  headers?: Record<string, string>;
}

/** Makes a call by its example, unless overridden, and validates the answer against the description. */
async function ask(operation: Operation, asked: Asked = {}): Promise<Answer> {
  const { name, method, path, judge, headersOf } = operation;
  const as = asked.as ?? app.withToken(await tokenFor(operation));
  const query = new URLSearchParams(asked.query ?? operation.query.example).toString();
  const address = path.replace('{id}', asked.id ?? operation.id) + (query && `?${query}`);
  const { body = operation.body?.example, headers = {} } = asked;
  const answer =
    body === undefined && operation.fileType !== undefined
      ? await as(method, address, 'a file', { ...headers, 'content-type': operation.fileType })
      : await as(method, address, body, headers);
  const mediaType = String(answer.headers['content-type']).split(';')[0] ?? '';
  expect(judge(answer.status, mediaType, answer.json ?? answer.text), `${name}: ${answer.status}`).toBe('');
  const carried = Object.keys(answer.headers);
  expect(carried, name).toEqual(expect.arrayContaining(headersOf(answer.status).map((header) => header.toLowerCase())));
  seen.set(name, (seen.get(name) ?? new Set()).add(answer.status));
  return answer;
}

/** Makes every call that lists a status in several ways, until one yields it. */
async function provoke(
  status: number,
  calls: Operation[],
  how: (operation: Operation) => Asked[] | Promise<Asked[]>,
): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const operation of calls.filter(({ statuses }) => statuses.includes(status))) {
    let answer: Answer | undefined;
    for (const asked of await how(operation)) {
      answer = await ask(operation, asked);
      if (answer.status === status) break;
    }
    expect(answer?.status, `${operation.name}: ${answer?.text}`).toBe(status);
    if (answer) answers.push(answer);
  }
  expect(answers.length).toBeGreaterThan(0);
  return answers;
}

/** The last code mailed. */
async function mailedCode(): Promise<string> {
  await app.settled();
  const outbox = join(app.place.dataDir, 'outbox');
  const mails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
  return /Subject: (\d{6}) /.exec(mails.at(-1) ?? '')?.[1] ?? '';
}

/** Adds tokens, codes and ids, which no example can contain. */
async function withSecrets(example: unknown, id: string): Promise<unknown> {
  if (typeof example !== 'object' || example === null || Array.isArray(example)) return example;
  const known = new Map(Object.entries(example));
  return {
    ...example,
    ...(known.has('inwardId') ? { inwardId: Number(id) } : {}),
    ...(known.get('jwtToken') ? { jwtToken: await freshToken() } : {}),
    ...(known.has('otp') ? { otp: await mailedCode() } : {}),
  };
}

/** Different valid content: another free text, and an unknown field. */
function altered(schema: JsonSchema, content: unknown): unknown {
  if (Array.isArray(content)) return content.map((item: unknown) => altered(schema.items ?? schema, item));
  const free = Object.entries(schema.properties).find(([, { type, enum: values, format }]) => {
    return type === 'string' && !values && !format;
  })?.[0];
  const entries = typeof content === 'object' && content !== null ? Object.entries(content) : [];
  return { ...Object.fromEntries(entries.map(([key, value]) => [key, key === free ? `x${value}` : value])), again: 1 };
}

/** The maximum number of lines, each with the largest quantity at price 0. */
function asMuchAsCanBe(schema: JsonSchema, content: unknown): unknown {
  if (Array.isArray(content)) {
    const [line]: unknown[] = content;
    return Array.from({ length: schema.maxItems ?? 1 }, () => asMuchAsCanBe(schema.items ?? schema, line));
  }
  if (typeof content !== 'object' || content === null) return content;
  const entries = Object.entries(content).map(([key, value]): [string, unknown] => {
    const field = schema.properties[key];
    if (field?.items) return [key, asMuchAsCanBe(field, value)];
    return [key, key === 'quantity' ? field?.maximum : key === 'pricePerUnit' ? 0 : value];
  });
  return Object.fromEntries(entries);
}

const app = await buildTestApp({}, { onStatement: (text) => heard.push(text) });
const userId = await administratorOf(app);
await inTransaction(app.store.db, (trx) => loadSampleData(trx, userId, app.clock.now, 'Asia/Kolkata'));
await openStockInUse(app.withToken(await freshToken()));
await makeAndShip(app.withToken(await freshToken()));
await withdrawCertificate(app.withToken(await freshToken()));
await suspendBody(app.withToken(await freshToken()));
await attachFile(app.withToken(await freshToken()));
await app.withToken(await freshToken())('POST', '/inspection-packs', { from: '2026-11-01', to: '2026-11-30' });
await importTwice(app.withToken(await freshToken()));
await app.settled();
const operations = readDocument((await app.anyone('GET', '/openapi.json')).json);

test('every call with a body or an id has an example that is valid by its schema', () => {
  expect(operations.length).toBeGreaterThan(50);
  for (const { name, body, hasId, id, judgeBody } of operations) {
    if (hasId) expect(id, name).toMatch(/^\d+$/);
    if (body) expect([body.example, judgeBody(body.example)], name).toEqual([expect.anything(), '']);
  }
});

test('every example works beside the sample data, with no more statements than listed', async () => {
  // Create first, then read, update, delete, restore.
  const restores = ({ path }: Operation) => path.endsWith('/restore');
  const turn = (operation: Operation) => {
    if (restores(operation)) return 5;
    return operation.statuses.includes(201) ? 0 : ['GET', 'POST', 'PUT', 'DELETE'].indexOf(operation.method) + 1;
  };
  for (const operation of operations.toSorted((a, b) => turn(a) - turn(b))) {
    const { name, method, path, tag, statuses, body } = operation;
    const changes = method === 'PUT' || method === 'DELETE' || restores(operation);
    const key = statuses.includes(422) ? { 'idempotency-key': `key-of-${method}-${path}` } : undefined;
    // Waits for work after earlier answers, which may affect this one.
    await app.settled();
    const existing = async () => (path.includes('session') ? await openedSession() : operation.id);
    const id =
      path === '/counts/{id}'
        ? await waitingCount()
        : changes || tag === 'Backups'
          ? (made.get(tag) ?? (await existing()))
          : operation.id;
    const asked: Asked = {
      as: app.withToken(await freshToken()),
      id,
      ...(body ? { body: await withSecrets(body.example, id) } : {}),
      headers: { ...key, ...(await cookieFor(operation)) },
    };
    heard = [];
    const answer = await ask(operation, asked);
    expect(answer.status, `${name}: ${answer.text}`).toBe(statuses[0]);
    // Includes work after the answer.
    await app.settled();
    const statements = ownStatements(heard);
    expect.soft(statements.length, `${name}: ${statements.join('\n')}`).toBeLessThanOrEqual(mostStatements(name));
    expect.soft(heard.flatMap(findUndistributable), name).toEqual([]);
    if (statuses[0] === 201 && !Array.isArray(answer.json)) made.set(tag, String(Object.values(answer.json)[0]));
    if (method === 'PUT' && body?.schema.properties['updatedAt']) {
      const seenLongAgo = {
        ...asked,
        body: Object.assign({}, asked.body, { updatedAt: '2000-01-01T00:00:00.000Z' }),
      };
      expect((await ask(operation, seenLongAgo)).status, name).toBe(409);
    }
    if (!key || !body) continue;
    expect((await ask(operation, asked)).text, name).toBe(answer.text);
    const reused = await ask(operation, { ...asked, body: altered(body.schema, body.example) });
    expect([reused.status, reused.json.code], `${name}: ${reused.text}`).toEqual([422, 'key_reused']);
  }
});

/** Fields that must be there unless another one is, which a schema of an object can't say. */
const requiredTogether: Readonly<Record<string, readonly string[]>> = {
  'POST /api/inward': ['billAttachment'],
  'POST /api/certificates': ['itemIds'],
  'PUT /api/certificates/{id}': ['itemIds'],
};

describe('bad input', () => {
  const named = (answer: Answer) => Object.keys(answer.json.errors).toSorted();

  test('values of a wrong type are a 400 that names every field of address and content', async () => {
    for (const operation of operations) {
      const { body, query, hasId } = operation;
      const fields = [...(hasId ? ['id'] : []), ...query.faulty.map(([name]) => name), ...(body?.faulty.fields ?? [])];
      if (fields.length === 0) continue;
      const asked = { id: 'x', query: query.faulty, ...(body ? { body: body.faulty.value } : {}) };
      const answer = await ask(operation, asked);
      expect([answer.status, named(answer)], operation.name).toEqual([400, fields.toSorted()]);
    }
  });

  test('missing fields are a 400 that names every required field', async () => {
    for (const operation of operations) {
      const { body, query } = operation;
      const together = requiredTogether[operation.name] ?? [];
      const required = [...query.required, ...(body?.schema.required ?? []), ...together];
      if (required.length === 0) continue;
      const answer = await ask(operation, { query: [], ...(body ? { body: {} } : {}) });
      expect([answer.status, named(answer)], operation.name).toEqual([400, required.toSorted()]);
    }
  });

  test('a body that is not JSON, too large or of another content type is a 400, 413 or 415', async () => {
    const writes = operations.filter(({ method }) => method !== 'GET');
    const json = { 'content-type': 'application/json' };
    for (const asked of await provoke(400, writes, () => [{ body: '{', headers: json }])) {
      expect(asked.json.message).toBe('The content is not valid JSON.');
    }
    await provoke(413, writes, () => [{ body: '{}', headers: { ...json, 'content-length': '99999999' } }]);
    await provoke(415, writes, () => [{ body: '<x/>', headers: { 'content-type': 'application/xml' } }]);
  });
});

test('calls without a token, or with a wrong secret, are a 401', async () => {
  await provoke(401, operations, ({ isOpen, body }) => [
    { as: app.anyone, ...(isOpen && body ? { body: altered(body.schema, body.example) } : {}) },
  ]);
});

test('calls without permission, or from another site, are a 403', async () => {
  const user = await app.as('user');
  const cookie = `${ANTI_FORGERY_COOKIE}=of-the-page`;
  await provoke(403, operations, ({ method }) => [method === 'GET' ? { as: user } : { headers: { cookie } }]);
});

test('an id that does not exist is a 404', async () => {
  await provoke(404, operations, async ({ body, query }) => [
    {
      id: '999999',
      // Parameters must not refer to existing records either.
      query: query.example.map(([name, value]) => [name, name === 'itemId' ? '999999' : value]),
      ...(body ? { body: await withSecrets(body.example, '999999') } : {}),
    },
  ]);
});

test('conflicts are a 409 exactly where the call documents it', async () => {
  // Packs requested from here on stay in the queue.
  await app.services.packs.stop();
  const ways = ({ method, path, body, hasId }: Operation): Asked[] => {
    // Without an id they are all the same.
    if (!body) return Array.from({ length: hasId ? 30 : 2 }, (_, index) => ({ id: String(index + 1) }));
    // The record of the example is merged by now.
    if (path.endsWith('/merge')) {
      return [{ body: { ...Object(body.example), mergedId: 3, updatedAt: '2000-01-01T00:00:00.000Z' } }];
    }
    const most = asMuchAsCanBe(body.schema, body.example);
    if (method !== 'POST') return [{ id: '1' }];
    return [{}, {}, ...Array.from({ length: 8 }, () => ({ body: most }))];
  };
  // In reverse order: production needs stock before it is filled up.
  const rest = operations.filter(({ name }) => !seen.get(name)?.has(409));
  await provoke(409, rest.toReversed(), ways);
  const others = operations.filter(({ method, statuses }) => method !== 'GET' && !statuses.includes(409));
  // Calls without quantities need no more than two variants.
  const addsUp = ({ body }: Operation) => !body || JSON.stringify(body.example).includes('"quantity":');
  for (const operation of others.filter(({ isOpen }) => !isOpen)) {
    for (const asked of ways(operation).slice(0, addsUp(operation) ? undefined : 2)) await ask(operation, asked);
  }
});

test('too many attempts are a 429 that says when to try again', async () => {
  // Behind a trusted proxy, the first administrator needs the setup code.
  const first = await buildTestApp({ TRUST_PROXY: 'loopback' });
  const answers = await provoke(429, operations, ({ isOpen, body }) =>
    Array.from({ length: 12 }, () =>
      isOpen ? { as: first.anyone } : { body: { ...Object(body?.example), currentPassword: 'not it' } },
    ),
  );
  for (const { headers } of answers) expect(Number(headers['retry-after'])).toBeGreaterThan(0);
});

test('only status codes that occur are documented, and those that any call can have are documented everywhere', () => {
  // The first two are answered before routing: server/core/http/clientErrors.test.ts.
  const everywhere = [408, 431, 500, 503];
  for (const { name, statuses } of operations) {
    expect(statuses, name).toEqual(expect.arrayContaining(everywhere));
    const happened = seen.get(name) ?? new Set();
    expect(
      statuses.filter((status) => !everywhere.includes(status) && !happened.has(status)),
      name,
    ).toEqual([]);
  }
});
