/**
 * An endpoint is one call of the API: method, path below /api, access, and the schemas of input and output. Routes, the
 * typed client of the screens and OpenAPI are derived from it; the texts of calls (callTexts.ts of each room) are not loaded by
 * the screens.
 */
import { z } from 'zod';
import { errorCodes, type ErrorCode, type FieldErrors } from './errors.ts';
import { pathId } from './fields.ts';
import { listQuery } from './lists.ts';
import { can, roles, type Action, type Resource } from '../permissions.ts';
import type { RecordResource } from '../kinds.ts';

export const API_BASE = '/api';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const ANTI_FORGERY_COOKIE = 'XSRF-TOKEN';
export const ANTI_FORGERY_HEADER = 'x-xsrf-token';
/** The form of our tokens: other programs use the cookie's name too. */
export const ANTI_FORGERY_TOKEN = '[\\w-]{24}';
/** Tells the screens the server's TIME_ZONE, in which both know the day. */
export const TIME_ZONE_COOKIE = 'godown-time-zone';

export type Access =
  /** No token required. */
  | 'anyone'
  /** Any signed-in user. */
  | 'signed-in'
  /** Users that the permission table allows to do this. */
  | readonly [Resource, Action];

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The media type of a body other than JSON, which the handler reads as a stream. */
  bodyType?: string;
  answer: z.ZodType;
  /** Fields of the body, or of each item of a list, whose dates may be at most tomorrow; later ones are a 400. */
  pastDates?: readonly string[];
  /** Faults of fields of the body together, which its schema names only once each field is valid by itself. */
  betweenFields?: (body: object) => FieldErrors;
  /**
   * Makes errors of this call carry `responseMessage` (specification §8): this text for `invalid` and
   * `too_many_requests`, else the error's own message.
   */
  failure?: string;
  /** The HTTP status of success, where it isn't the default: 201 for POST, else 200. */
  status?: 200 | 201;
  /** Media types of an answer other than JSON. */
  mediaTypes?: readonly string[];
  /** Errors beyond those that follow from method, path and access. */
  errors?: readonly ErrorCode[];
}

const successStatus = { GET: 200, POST: 201, PUT: 200, DELETE: 200 } as const;

/** The HTTP status of success. */
export function statusOfSuccess({ method, status }: Endpoint): 200 | 201 {
  return status ?? successStatus[method];
}

/** The codes of all errors that a call can answer. */
export function errorsOf({ method, path, access, params, query, body, errors = [] }: Endpoint): ErrorCode[] {
  const writes = method !== 'GET';
  const isForSome = typeof access !== 'string' && !roles.every((role) => can(role, access[1], access[0]));
  const applies: Partial<Record<ErrorCode, boolean>> = {
    invalid: writes || params !== undefined || query !== undefined,
    unauthenticated: access !== 'anyone',
    // A write with the anti-forgery cookie but without its header is refused for everyone.
    forbidden: writes || isForSome,
    not_found: path.includes(':'),
    too_large: writes,
    unsupported_type: writes,
    // Without a body, a repeat can't have different content.
    key_reused: method === 'POST' && body !== undefined && typeof access !== 'string',
    too_slow: true,
    headers_too_large: true,
    internal: true,
    unavailable: true,
  };
  return errorCodes.filter((code) => applies[code] === true || errors.includes(code));
}

/** Keeps the exact type of an endpoint's definition. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition;
}

export const idParams = z.object({ id: pathId });
export const messageAnswer = z.object({ message: z.string() }).meta({ id: 'Message' });

type Names = readonly [string, ...string[]];

/**
 * The five calls of a master or document, at the paths of its row in `kinds` (specification §7). `bodies` are the schemas of create
 * and of update; an update replaces the whole record, so it has no defaults. `create` and `remove` list further errors of
 * these calls, such as a value that must be unique or a record in use.
 */
export function recordEndpoints<
  const R extends RecordResource,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Row extends z.ZodType,
  const Sort extends Names,
  Filters extends z.ZodRawShape,
>(
  row: R,
  bodies: { create: Create; update: Update },
  record: Row,
  sortNames: Sort,
  { create = [], remove = [], pastDates = [] }: { create?: ErrorCode[]; remove?: ErrorCode[]; pastDates?: string[] },
  /** Query parameters that narrow the list. */
  filters: Filters,
) {
  const { apiPath } = row;
  const resource: R['resource'] = row.resource;
  const onePath: `${R['apiPath']}/:id` = `${row.apiPath}/:id`;
  const path: R['apiPath'] = apiPath;
  return {
    list: endpoint({
      method: 'GET',
      path,
      access: [resource, 'view'],
      query: listQuery(sortNames).extend(filters),
      answer: z.array(record),
    }),
    get: endpoint({
      method: 'GET',
      path: onePath,
      access: [resource, 'view'],
      params: idParams,
      answer: record,
    }),
    create: endpoint({
      method: 'POST',
      path,
      access: [resource, 'create'],
      body: bodies.create,
      answer: record,
      pastDates,
      errors: create,
    }),
    update: endpoint({
      method: 'PUT',
      path: onePath,
      access: [resource, 'update'],
      params: idParams,
      body: bodies.update,
      answer: record,
      pastDates,
      errors: ['conflict'],
    }),
    remove: endpoint({
      method: 'DELETE',
      path: onePath,
      access: [resource, 'delete'],
      params: idParams,
      answer: messageAnswer,
      errors: remove,
    }),
  };
}
