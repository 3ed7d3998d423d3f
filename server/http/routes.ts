/**
 * Turns the contract's endpoints into routes. What every route must do is done here once: authorise, check all that came
 * in, run writes in one transaction with their history, answer by the contract's schema.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { API_BASE, IDEMPOTENCY_HEADER, statusOfSuccess, type Endpoint } from '#contract/endpoints.ts';
import type { FieldErrors } from '#contract/errors.ts';
import { TOTAL_COUNT_HEADER, type ListQuery } from '#contract/lists.ts';
import { LastSeen } from '../auth/lastSeen.ts';
import { authenticate, authorize, type SignedIn } from './access.ts';
import { Admission, type Line, type Rest } from './admission.ts';
import { encoderOf } from './answers.ts';
import { invalid } from './errors.ts';
import { KeptAnswers, type TextAnswer } from './keptAnswers.ts';
import { listReader, type ListSource } from './listing.ts';
import { describe } from './openApi.ts';
import type { Services } from './services.ts';
import { WholeLists } from './wholeLists.ts';
import { perform, type Repeatable, type Write } from './write.ts';

const anything: z.ZodType = z.unknown();
const noInput = { params: anything, query: anything, body: anything };
type Full<E> = typeof noInput & E;

export interface Input<E extends Endpoint> {
  params: z.output<Full<E>['params']>;
  query: z.output<Full<E>['query']>;
  body: z.output<Full<E>['body']>;
}

type Answer<E extends Endpoint> = z.output<E['answer']>;

/** Who asks: undefined only where the endpoint is open to anyone. */
interface Asked {
  user: SignedIn | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
  rest: Rest;
}

function gather(errors: FieldErrors, result: z.ZodSafeParseResult<unknown>): void {
  for (const issue of result.error?.issues ?? []) {
    const field = issue.path.join('.') || 'body';
    const texts = errors[field] ?? [];
    if (!texts.includes(issue.message)) errors[field] = [...texts, issue.message];
  }
}

/** Keeps the schema's own type, which the compiler loses where the schema is a part of a generic. */
function check<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  return z.safeParse(schema, value);
}

/** All that came in, checked; throws 400 with every faulty field of path, query and body at once. */
function checked<E extends Endpoint>(endpoint: Full<E>, request: FastifyRequest): Input<E> {
  const params = check<Full<E>['params']>(endpoint.params, request.params);
  const query = check<Full<E>['query']>(endpoint.query, request.query);
  const body = check<Full<E>['body']>(endpoint.body, request.body);
  if (params.success && query.success && body.success) {
    return { params: params.data, query: query.data, body: body.data };
  }
  const errors: FieldErrors = {};
  for (const result of [params, query, body]) gather(errors, result);
  throw invalid(errors);
}

const keyPattern = /^[\x21-\x7e]{1,200}$/;

/**
 * The key under which a POST may be repeated, if the client sent one; `asked` is what a repeat must ask for again.
 * Throws 400 where the key isn't a plain text.
 */
export function repeatableOf(
  request: FastifyRequest,
  caller: string,
  asked: unknown = request.body,
): Repeatable | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (request.method !== 'POST' || key === undefined) return undefined;
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw invalid({ 'Idempotency-Key': ['Must be 1 to 200 visible characters.'] });
  }
  const content = JSON.stringify([request.url.toLowerCase(), asked]);
  return { caller, key, content };
}

/** A record as JSON, in the contract's words. */
export function toJson<E extends Endpoint>(endpoint: E, answer: Answer<E>): string {
  return JSON.stringify(encoderOf(endpoint.answer)(answer));
}

/** Sends JSON that is ready. */
export function sendJson(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).type('application/json; charset=utf-8').send(text);
}

interface RouteOptions {
  bodyLimit?: number;
  /** What its requests wait for; by default its method says it. 'none' is answered also where others are refused. */
  line?: Line | 'none';
}

function lineOf({ method }: Endpoint, { line = method === 'GET' ? 'reading' : 'writing' }: RouteOptions) {
  return line === 'none' ? undefined : line;
}

type ListEndpoint<Row> = Endpoint & { answer: z.ZodArray<z.ZodType<Row>>; query: z.ZodType<ListQuery> };

export class Routes {
  readonly #app: FastifyInstance;
  readonly services: Services;
  /** Every endpoint that has a route, so that a test can walk them all. */
  readonly endpoints: Endpoint[] = [];
  readonly #admission: Admission;
  readonly #wholeLists: WholeLists;
  readonly #unfinished = new Set<Promise<void>>();
  readonly #lastSeen: LastSeen;
  readonly #records: KeptAnswers<TextAnswer>;
  readonly #pages: KeptAnswers<TextAnswer & { total: number }>;

  constructor(app: FastifyInstance, services: Services) {
    this.#app = app;
    this.services = services;
    this.#admission = new Admission({
      onRefused: (refused) => app.log.warn({ refused }, 'more was asked than can be done, and was refused with 503'),
    });
    this.#wholeLists = new WholeLists(this.#admission);
    this.#lastSeen = new LastSeen(services.store.db, services.config.session);
    this.#records = new KeptAnswers(services.store);
    this.#pages = new KeptAnswers(services.store);
    app.addHook('onClose', () => this.settled());
  }

  /** Waits for everything that goes on behind answers. */
  async settled(): Promise<void> {
    await Promise.all(this.#unfinished);
  }

  /**
   * Does something behind an answer, and begins when that is on its way, so that it adds nothing to its time; the server
   * waits for it before it ends. What fails is logged with `complaint`.
   */
  afterAnswer(work: () => Promise<void>, complaint: string): void {
    const done: Promise<void> = nextTurn()
      .then(work)
      .catch((error: unknown) => this.#app.log.error({ err: error }, complaint))
      .finally(() => this.#unfinished.delete(done));
    this.#unfinished.add(done);
  }

  #noteUse(user: SignedIn, address: string): void {
    const due = this.#lastSeen.due(user, address, this.services.now());
    if (due) this.afterAnswer(due, 'when a session was last used could not be written down');
  }

  /** A route with no more than the checks: its handler sends the answer itself. */
  raw<E extends Endpoint>(
    endpoint: E,
    handler: (input: Input<E>, asked: Asked) => Promise<FastifyReply>,
    options: RouteOptions = {},
  ): void {
    const full = { ...noInput, ...endpoint };
    const { services } = this;
    const admission = this.#admission;
    const line = lineOf(endpoint, options);
    this.endpoints.push(endpoint);
    this.#app.route({
      method: endpoint.method,
      url: API_BASE + endpoint.path,
      ...(options.bodyLimit !== undefined && { bodyLimit: options.bodyLimit }),
      config: { endpoint },
      schema: describe(endpoint),
      // Before the body is read: a stranger can't make the server parse megabytes.
      onRequest: async (request) => {
        if (line) admission.admit(line);
        request.signedIn = await admission.during(line, () => authenticate(services, request));
        if (request.signedIn) this.#noteUse(request.signedIn, request.ip);
        authorize(endpoint.access, request.signedIn);
      },
      // Not while the body comes in: whoever sends slowly keeps nobody else out.
      handler: async (request, reply) =>
        await admission.during(line, (rest) =>
          handler(checked(full, request), { user: request.signedIn, request, reply, rest }),
        ),
    });
  }

  /** A call that answers what `handler` finds in the database: nothing else, since the answer is kept for the next who asks. */
  read<E extends Endpoint>(endpoint: E, handler: (input: Input<E>) => Promise<Answer<E>>): void {
    this.raw(endpoint, async (input, { reply }) => {
      const asked = `${endpoint.path} ${JSON.stringify([input.params, input.query])}`;
      const { text } = await this.#records.answer(asked, async () => ({
        text: toJson(endpoint, await handler(input)),
      }));
      return sendJson(reply, 200, text);
    });
  }

  /**
   * A call that changes something: one transaction, kept in the history, safe to repeat with an Idempotency-Key. Answers
   * 201 where it creates.
   */
  write<E extends Endpoint>(
    endpoint: E,
    handler: (input: Input<E>, write: Write) => Promise<Answer<E>>,
    options: { bodyLimit?: number } = {},
  ): void {
    const { services } = this;
    this.raw(
      endpoint,
      async (input, { user, request, reply }) => {
        if (!user) throw new Error(`${endpoint.path} changes records but is open to anyone`);
        const actor = { userId: user.userId, at: services.now().toISOString() };
        const repeatable = repeatableOf(request, `user ${user.userId}`);
        const { status, text } = await perform(services.store.db, actor, repeatable, async (write) => ({
          status: statusOfSuccess(endpoint),
          text: toJson(endpoint, await handler(input, write)),
        }));
        return sendJson(reply, status, text);
      },
      options,
    );
  }

  /**
   * Finds something: in the line of searches where it `waits` for others', and whoever asked rests meanwhile. `answer` may
   * know it already, or have somebody else's search for it under way. Throws TooMuch where that line is too long.
   */
  async searching<T>(
    waits: boolean,
    rest: Rest,
    find: () => Promise<T>,
    answer: (search: () => Promise<T>) => Promise<T> = (search) => search(),
  ): Promise<T> {
    if (!waits) return await answer(find);
    return await rest(answer(async () => await this.#admission.during('searching', find)));
  }

  /** A list: a page of it where `page` or `pageSize` is asked for, else all of it, streamed. */
  list<Row extends object, E extends ListEndpoint<Row>>(endpoint: E, source: ListSource<Row>): void {
    this.listOf(endpoint, source, (rows) => Promise.resolve(rows));
  }

  /** A list whose rows need more than their own query found: `complete` adds it to a batch of them at once. */
  listOf<Found extends object, Row extends object, E extends ListEndpoint<Row>>(
    endpoint: E,
    source: ListSource<Found>,
    complete: (rows: Found[]) => Promise<Row[]>,
  ): void {
    const reader = listReader(this.services.store, source);
    const encode = encoderOf(endpoint.answer);
    /** The rows as JSON, without the brackets around them. */
    const toText = async (rows: Found[]) => JSON.stringify(encode(await complete(rows))).slice(1, -1);
    async function* whole(query: ListQuery): AsyncGenerator<string> {
      let opening = '[';
      for await (const rows of reader.all(query)) {
        yield opening + (await toText(rows));
        opening = ',';
      }
      yield opening === '[' ? '[]' : ']';
    }
    this.raw(endpoint, async ({ query }, { reply, rest }) => {
      const asked: ListQuery = query;
      if (asked.page === undefined && asked.pageSize === undefined) {
        return await this.#wholeLists.send(reply, whole(asked), rest);
      }
      const find = async () => {
        const { rows, total: all } = await reader.page(asked);
        return { text: `[${await toText(rows)}]`, total: all };
      };
      const key = `${endpoint.path} ${JSON.stringify(asked)}`;
      const { text, total } = await this.searching(reader.waitsForSearches(asked), rest, find, (search) =>
        this.#pages.answer(key, search),
      );
      return sendJson(reply.header(TOTAL_COUNT_HEADER, total), 200, text);
    });
  }
}
