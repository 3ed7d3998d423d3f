/**
 * Turns the contract's endpoints into routes. Common to all routes: authorization, validation, writes in one
 * transaction with their history, and encoding by the contract's schema.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { API_BASE, statusOfSuccess, type Endpoint } from '#contract/core/endpoint.ts';
import { refusalTexts } from '#contract/core/refusals.ts';
import { TOTAL_COUNT_HEADER, type ListQuery } from '#contract/core/lists.ts';
import { LastSeen } from '../auth/lastSeen.ts';
import type { KnownDevice } from '../auth/devices.ts';
import { networkOf } from '../auth/limits.ts';
import { MemoryCounter } from '../auth/memoryCounter.ts';
import { readSnapshot } from '../db/snapshot.ts';
import type { Database, Trx } from '../db/tables.ts';
import type { SignedIn } from '../auth/sessions.ts';
import { authenticate, authorize, requireSession } from './access.ts';
import { jsonOf } from './answers.ts';
import { ApiError } from './errors.ts';
import { limitBodyTime } from './limits/bodyDeadline.ts';
import { inputReader, type Input, noInput, repeatableOf } from './input.ts';
import { chunksOf, type Chunk, type Position } from '../lists/chunks.ts';
import { listReader, type ListSource } from '../lists/listing.ts';
import { rowsEncoder, type EncodedRows, type LongList } from '../lists/longList.ts';
import { describe } from './openApi.ts';
import type { Services } from '../services.ts';
import { Slots, type Requester, type WorkKind } from './limits/slots.ts';
import { sendStream } from './streams.ts';
import { WorkerThreads, type WorkerOptions } from './limits/workerThreads.ts';
import { perform, type Repeatable, type Write, type WrittenAnswer } from '../records/write.ts';

type Answer<E extends Endpoint> = z.output<E['answer']>;

/** A request with its user and session. */
export interface RequestContext {
  /** Undefined only for endpoints open to anyone. */
  user: SignedIn | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Encodes a record as JSON by the contract. */
export function toJson<E extends Endpoint>(endpoint: E, answer: Answer<E>): string {
  return jsonOf(endpoint.answer, answer);
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends encoded JSON. */
export function sendJson(reply: FastifyReply, status: number, text: string | Uint8Array): FastifyReply {
  return reply.code(status).type(JSON_TYPE).send(text);
}

interface RouteOptions {
  bodyLimit?: number;
  /** The most values of a JSON body. */
  maxValues?: number;
  /** The most bytes of a body that the handler reads as a stream, and limits. */
  streamLimit?: number;
  /** The kind of slot that its handler needs; default 'write' for writes, none for a GET. */
  work?: WorkKind | 'none';
}

/** Body limits in bytes, for open endpoints and for all others unless the route has its own. */
export const BODY_LIMITS = { anyone: 8 * 1024, others: 1024 * 1024 } as const;
/** A larger body needs a slot before it is read, since it is held in memory several times. */
const LARGE_BODY = 256 * 1024;
/** So many hexadecimal digits tell a user's sessions apart. */
const SESSION_KEY_LENGTH = 16;

type ListEndpoint<Row> = Endpoint & { answer: z.ZodArray<z.ZodType<Row>>; query: z.ZodType<ListQuery> };

/** The requester whose share a request counts to: its account, or a stranger's network. */
function requesterOf({ signedIn, ip }: FastifyRequest, { raw }: FastifyReply): Requester {
  return { name: signedIn ? `user ${signedIn.userId}` : `network ${networkOf(ip)}`, connection: raw };
}

/** The session as the history knows it; none for a client that compares versions itself (docs/domain.md, Concurrent edits). */
function sessionKeyOf({ headers }: FastifyRequest, { tokenHash }: SignedIn): string | undefined {
  return headers['if-match'] === undefined ? tokenHash.slice(0, SESSION_KEY_LENGTH) : undefined;
}

function mayBeLarge({ headers }: FastifyRequest, bodyLimit: number): boolean {
  return bodyLimit > LARGE_BODY && Number(headers['content-length'] ?? bodyLimit) > LARGE_BODY;
}

/**
 * Registers endpoints of the contract on a Fastify server: each is authorised by the permission table before its body is
 * read, checked by its schemas, run in a slot of its kind of work, and answered as the contract defines.
 */
export class Routes {
  readonly #app: FastifyInstance;
  readonly services: Services;
  /** All endpoints with a route, for tests. */
  readonly endpoints: Endpoint[] = [];
  readonly #slots: Slots;
  readonly #unfinished = new Set<Promise<void>>();
  readonly #lastSeen: LastSeen;
  /** Password work that strangers' networks have requested in 15 minutes. */
  readonly #strangersTries = new MemoryCounter({ points: Infinity, duration: 15 * 60 });

  constructor(app: FastifyInstance, services: Services) {
    this.#app = app;
    this.services = services;
    this.#slots = new Slots({
      engine: services.store.engine,
      onRefused: (refused) => app.log.warn({ refused }, 'queue full, request refused'),
    });
    this.#lastSeen = new LastSeen(services.store.db, services.config.session);
    app.addHook('onClose', () => this.settled());
  }

  /** Waits for all work after answers. */
  async settled(): Promise<void> {
    await Promise.all(this.#unfinished);
  }

  /**
   * Runs `work` once the answer is sent, so that it adds no latency; shutdown waits for it. Failures are logged with
   * `message`.
   */
  afterAnswer(work: () => Promise<void>, message: string): void {
    const done: Promise<void> = nextTurn()
      .then(work)
      .catch((error: unknown) => this.#app.log.error({ err: error }, message))
      .finally(() => this.#unfinished.delete(done));
    this.#unfinished.add(done);
  }

  #noteUse(user: SignedIn, address: string): void {
    const due = this.#lastSeen.due(user, address, this.services.now());
    if (due) this.afterAnswer(due, 'last use of the session not saved');
  }

  /** A route with checks only: its handler sends the answer. */
  raw<E extends Endpoint>(
    endpoint: E,
    handler: (input: Input<E>, context: RequestContext) => Promise<FastifyReply>,
    { work = endpoint.method === 'GET' ? 'none' : 'write', ...options }: RouteOptions = {},
  ): void {
    const full = { ...noInput, ...endpoint };
    const { access } = endpoint;
    const bodyLimit = options.bodyLimit ?? (access === 'anyone' ? BODY_LIMITS.anyone : BODY_LIMITS.others);
    const maxBytes = options.streamLimit ?? bodyLimit;
    const inputOf = inputReader<E>(full, this.services.today);
    this.endpoints.push(endpoint);
    if (endpoint.bodyType !== undefined) this.#takeStreams(endpoint.bodyType);
    this.#app.route({
      method: endpoint.method,
      url: API_BASE + endpoint.path,
      bodyLimit,
      config: { endpoint, maxValues: options.maxValues },
      schema: describe(endpoint, this.services.apiTexts),
      // Before the body is read, so that strangers can't make the server parse megabytes.
      onRequest: async (request, reply) => {
        request.signedIn = await authenticate(this.services.store.db, request, this.services.now());
        if (request.signedIn) this.#noteUse(request.signedIn, request.ip);
        authorize(access, request.signedIn);
        if (endpoint.method === 'GET') return;
        if (mayBeLarge(request, maxBytes)) await this.#slots.hold('upload', requesterOf(request, reply));
        limitBodyTime(request, reply, maxBytes);
      },
      handler: async (request, reply) => {
        const answer = async () => await handler(inputOf(request), { user: request.signedIn, request, reply });
        return work === 'none' ? await answer() : await this.#slots.run(work, requesterOf(request, reply), answer);
      },
    });
  }

  /** Leaves bodies of a media type unread, for the endpoints that take them; others answer 415. */
  #takeStreams(mediaType: string): void {
    if (this.#app.hasContentTypeParser(mediaType)) return;
    this.#app.addContentTypeParser(mediaType, async (request: FastifyRequest, body: unknown) => {
      if (request.routeOptions.config.endpoint?.bodyType === mediaType) return await Promise.resolve(body);
      throw new ApiError('unsupported_type', refusalTexts.unsupportedType);
    });
  }

  /** A read. */
  read<E extends Endpoint>(endpoint: E, handler: (input: Input<E>) => Promise<Answer<E>>): void {
    this.raw(endpoint, async (input, { reply }) => sendJson(reply, 200, toJson(endpoint, await handler(input))));
  }

  /**
   * Runs `work` as the current user in one transaction with its history; idempotent with `repeatable`. Throws 401 or
   * 403 if session, status or role no longer allow it: they may have changed while the body arrived or a password was
   * hashed.
   */
  async perform(
    { request }: RequestContext,
    repeatable: Repeatable | undefined,
    work: (write: Write, user: SignedIn) => Promise<WrittenAnswer>,
  ): Promise<WrittenAnswer> {
    const { store, now, openJournal } = this.services;
    const { signedIn, routeOptions } = request;
    const { endpoint } = routeOptions.config;
    if (!signedIn || !endpoint) throw new Error(`write without a signed-in user at ${request.url}`);
    const at = now();
    const actor = { userId: signedIn.userId, at: at.toISOString(), sessionKey: sessionKeyOf(request, signedIn) };
    let user = signedIn;
    const checkActor = async (trx: Trx) => {
      user = await requireSession(trx, signedIn, at);
      authorize(endpoint.access, user);
    };
    return await perform(
      store.db,
      { actor, checkActor, repeatable, openJournal },
      async (write) => await work(write, user),
    );
  }

  /** Throws 401 or 403 if session, status or role no longer allow the call: they may have changed while the body arrived. */
  async checkAgain({ request, user }: RequestContext): Promise<void> {
    const { store, now } = this.services;
    const access = request.routeOptions.config.endpoint?.access ?? 'signed-in';
    if (user) authorize(access, await requireSession(store.db, user, now()));
  }

  /** A write: one transaction with its history, idempotent with an Idempotency-Key. Answers 201 on creation. */
  write<E extends Endpoint>(
    endpoint: E,
    handler: (input: Input<E>, write: Write) => Promise<Answer<E>>,
    options: { bodyLimit?: number } = {},
  ): void {
    this.raw(
      endpoint,
      async (input, context) => {
        const { user, request, reply } = context;
        const repeatable = repeatableOf(request, `user ${user?.userId}`);
        const { status, text } = await this.perform(context, repeatable, async (write) => ({
          status: statusOfSuccess(endpoint),
          text: toJson(endpoint, await handler(input, write)),
        }));
        return sendJson(reply, status, text);
      },
      options,
    );
  }

  /** Threads for a kind of work; their work ends when the server stops. */
  workerThreads<Task, Result extends object>(options: WorkerOptions): WorkerThreads<Task, Result> {
    const threads = new WorkerThreads<Task, Result>(options);
    this.#app.addHook('preClose', async () => await threads.stop());
    return threads;
  }

  /** Runs `work` in a slot of the user's share. Throws OverloadedError. */
  async inSlot<T>(kind: WorkKind, { request, reply }: RequestContext, work: () => Promise<T>): Promise<T> {
    return await this.#slots.run(kind, requesterOf(request, reply), work);
  }

  /**
   * Runs work that hashes passwords or codes, in a slot of the account if the user is signed in or the device known, else
   * in one of those for strangers. The fewer tries a network had lately, the earlier its turn, so strangers with many
   * networks don't keep out a person on a new device. Throws OverloadedError.
   */
  async inPasswordSlot<T>(
    { request, reply, user }: RequestContext,
    known: KnownDevice | undefined,
    work: () => Promise<T>,
  ): Promise<T> {
    const connection = reply.raw;
    const userId = known?.userId ?? user?.userId;
    if (userId !== undefined) return await this.#slots.run('password', { name: `user ${userId}`, connection }, work);
    // An IPv6 address counts by its /48, since one customer of a tunnel or a hoster gets thousands of /64 networks.
    const name = `network ${networkOf(request.ip, 3)}`;
    const { consumedPoints } = await this.#strangersTries.consume(name);
    return await this.#slots.run('strangersPassword', { name, connection, priority: -consumedPoints }, work);
  }

  /**
   * Streams parts with backpressure, in a slot. Access is checked before each part; once it is lost, the answer is
   * aborted.
   */
  async sendParts(
    kind: WorkKind,
    context: RequestContext,
    parts: AsyncIterable<string | Buffer>,
  ): Promise<FastifyReply> {
    const checkAgain = async () => await this.checkAgain(context);
    async function* allowed(): AsyncGenerator<string | Buffer> {
      for await (const part of parts) {
        await checkAgain();
        yield part;
      }
    }
    return await this.inSlot(kind, context, async () => await sendStream(context.reply, allowed()));
  }

  /**
   * Runs a read of many rows: in a slot of its kind, in a snapshot, and on SQLite in a thread for which no search waits.
   * `read` may await only its statements. Throws OverloadedError.
   */
  async longRead<T>(context: RequestContext, read: (snapshot: Trx) => Promise<T>): Promise<T> {
    const { longReads } = this.services.store;
    return await this.inSlot('longRead', context, async () => await readSnapshot(longReads, read));
  }

  /** Reads a page of a list at once if it is plain, else as a search: in a slot, and on SQLite in their thread. */
  async readPage<T>(context: RequestContext, isPlain: boolean, read: (from: Database) => Promise<T>): Promise<T> {
    const { db, searches } = this.services.store;
    return isPlain ? await read(db) : await this.inSlot('search', context, async () => await read(searches));
  }

  /** A list: one page with `page` or `pageSize`, else all rows, streamed. */
  list<Row extends object, E extends ListEndpoint<Row>>(endpoint: E, source: ListSource<Row>): void {
    this.#list(endpoint, source, async (from, read) => await read(from));
  }

  /**
   * A list whose rows need further queries: `complete` adds their results for many rows at once, in the same snapshot.
   */
  listOf<Read extends object, Row extends object, E extends ListEndpoint<Row>>(
    endpoint: E,
    source: ListSource<Read>,
    complete: (snapshot: Trx, rows: Read[]) => Promise<Row[]>,
  ): void {
    this.#list(endpoint, source, async (from, read) => {
      return await readSnapshot(from, async (snapshot) => {
        const { rows, ...slice } = await read(snapshot);
        return { ...slice, rows: await complete(snapshot, rows) };
      });
    });
  }

  /** A list whose rows take long. */
  longList<E extends ListEndpoint<unknown>>(endpoint: E, { run }: LongList): void {
    const { store } = this.services;
    this.#pagesOf(endpoint, {
      page: async (context, query) => await this.inSlot('longRead', context, async () => await run(store, { query })),
      chunk: async (query, after) => await run(store, { query, after: after ?? null }),
    });
  }

  /** Aggregates over all rows that the filters and the search of a list find, such as `sums` of a list reader. */
  sumsOf<Query, Sums>(
    endpoint: Endpoint & { query: z.ZodType<Query>; answer: z.ZodType<Sums> },
    sums: (query: Query, snapshot: Trx) => Promise<Sums>,
  ): void {
    this.raw(endpoint, async ({ query }, context) => {
      const totals = await this.longRead(context, async (snapshot) => await sums(query, snapshot));
      return sendJson(context.reply, 200, toJson(endpoint, totals));
    });
  }

  #list<Read extends object, Row extends object, E extends ListEndpoint<Row>>(
    endpoint: E,
    source: ListSource<Read>,
    readWhole: (from: Database, read: (from: Database | Trx) => Promise<Chunk<Read>>) => Promise<Chunk<Row>>,
  ): void {
    const { store } = this.services;
    const reader = listReader(store.engine, source);
    const toText = rowsEncoder<Row>(endpoint.answer);
    const encoded = ({ rows, ...slice }: Chunk<Row>): EncodedRows => ({ ...slice, text: toText(rows) });
    this.#pagesOf(endpoint, {
      page: async (context, query) =>
        await this.readPage(context, reader.isPlain(query), async (database) =>
          encoded(await readWhole(database, (from) => reader.page(query, from))),
        ),
      chunk: async (query, after) => {
        const database = reader.isPlain(query) ? store.db : store.longReads;
        return encoded(await readWhole(database, (from) => reader.chunk(query, after, from)));
      },
    });
  }

  #pagesOf<E extends ListEndpoint<unknown>>(
    endpoint: E,
    {
      page,
      chunk,
    }: {
      page: (context: RequestContext, query: ListQuery) => Promise<EncodedRows>;
      chunk: (query: ListQuery, after: Position | undefined) => Promise<EncodedRows>;
    },
  ): void {
    async function* whole(query: ListQuery, reply: FastifyReply): AsyncGenerator<string> {
      let opening = '[';
      for await (const { text, total } of chunksOf((after) => chunk(query, after))) {
        // With the first chunk, since headers are sent with the first part.
        if (total !== undefined) reply.header(TOTAL_COUNT_HEADER, total);
        if (text === '') continue;
        yield opening + text;
        opening = ',';
      }
      yield opening === '[' ? '[]' : ']';
    }
    this.raw(endpoint, async ({ query }, context) => {
      const listQuery: ListQuery = query;
      if (listQuery.page === undefined && listQuery.pageSize === undefined) {
        return await this.sendParts('list', context, whole(listQuery, context.reply.type(JSON_TYPE)));
      }
      const { text, total } = await page(context, listQuery);
      return sendJson(context.reply.header(TOTAL_COUNT_HEADER, total), 200, `[${text}]`);
    });
  }
}
