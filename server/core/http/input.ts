/** The input of a request: validation by the endpoint's schemas, and its idempotency key. */
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { IDEMPOTENCY_HEADER, type Endpoint } from '#contract/core/endpoint.ts';
import { futureDateFaults } from '#contract/core/values/pastDates.ts';
import { refusalTexts } from '#contract/core/refusals.ts';
import type { Repeatable } from '../records/write.ts';
import { invalid } from './errors.ts';
import { converterOf } from './numberTexts.ts';

const anything: z.ZodType = z.unknown();
/** Accepts any path, query and body. */
export const noInput = { params: anything, query: anything, body: anything };
/** An endpoint with a schema for each part of the input. */
export type Full<E> = typeof noInput & E;

export interface Input<E extends Endpoint> {
  params: z.output<Full<E>['params']>;
  query: z.output<Full<E>['query']>;
  body: z.output<Full<E>['body']>;
}

type Texts = Map<string, string[]>;

/** Adds errors by the paths of fields, cut to their first `depth` names. */
function gather(errors: Texts, result: z.ZodSafeParseResult<unknown>, depth = Infinity): void {
  for (const issue of result.error?.issues ?? []) {
    if (issue.code === 'unrecognized_keys')
      for (const key of issue.keys) errors.set(key, [refusalTexts.nameUnknown(key)]);
    else {
      const field = issue.path.slice(0, depth).join('.') || 'body';
      const texts = errors.get(field) ?? [];
      if (!texts.includes(issue.message)) errors.set(field, [...texts, issue.message]);
    }
  }
}

/** Whether a list is longer than it may be: then nothing looks at its entries. */
function hasTooMany({ error }: z.ZodSafeParseResult<unknown>): boolean {
  return error?.issues.some((issue) => issue.code === 'too_big' && issue.origin === 'array') ?? false;
}

/** Keeps the schema's type, which the compiler loses in a generic. */
function check<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  return z.safeParse(schema, value);
}

/** Validates the whole input of an endpoint; throws 400 with the invalid fields of path, query and body. */
export function inputReader<E extends Endpoint>(
  endpoint: Full<E>,
  today: () => string,
): (request: FastifyRequest) => Input<E> {
  const convert = converterOf(endpoint.body);
  return ({ params, query, body }) => checked(endpoint, { params, query, body: convert ? convert(body) : body }, today);
}

type Sent = Pick<FastifyRequest, 'params' | 'query' | 'body'>;

function checked<E extends Endpoint>(endpoint: Full<E>, request: Sent, today: () => string): Input<E> {
  const params = check<Full<E>['params']>(endpoint.params, request.params);
  const query = check<Full<E>['query']>(endpoint.query, request.query);
  const body = check<Full<E>['body']>(endpoint.body, request.body);
  const sent = hasTooMany(body) ? undefined : request.body;
  const errors: Texts = new Map(
    Object.entries({
      ...futureDateFaults(sent, endpoint.pastDates, today()),
      ...(typeof sent === 'object' && sent !== null ? endpoint.betweenFields?.(sent) : {}),
    }),
  );
  if (params.success && query.success && body.success && errors.size === 0) {
    return { params: params.data, query: query.data, body: body.data };
  }
  gather(errors, params);
  // A parameter that is repeated is one field.
  gather(errors, query, 1);
  gather(errors, body);
  throw invalid(Object.fromEntries(errors));
}

const keyPattern = /^[\x21-\x7e]{1,200}$/;

/**
 * The idempotency key of a POST, if sent; `hashed` is the content that a repeat must equal. Throws 400 for an invalid
 * key.
 */
export function repeatableOf(
  request: FastifyRequest,
  caller: string,
  hashed: unknown = request.body,
): Repeatable | undefined {
  const key = request.headers[IDEMPOTENCY_HEADER];
  if (request.method !== 'POST' || key === undefined) return undefined;
  if (typeof key !== 'string' || !keyPattern.test(key)) {
    throw invalid({ 'Idempotency-Key': ['Must be 1 to 200 visible characters.'] });
  }
  const content = JSON.stringify([request.url.toLowerCase(), hashed]);
  return { caller, key, content };
}
