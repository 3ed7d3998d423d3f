/**
 * An endpoint is one call of the API: its method, its path below /api, who may make it, and the schemas of all that goes
 * in and comes out. The server registers routes from these, the screens' client is typed by them, OpenAPI is made of them
 and of contract/callTexts/, which the screens don't carry.
 */
import { z } from 'zod';
import { errorCodes, type ErrorCode } from './errors.ts';
import { pathId } from './fields.ts';
import { listQuery } from './lists.ts';
import { can, roles, type Action, type Resource } from './permissions.ts';
import type { MasterResource } from './resources.ts';

export const API_BASE = '/api';
export const IDEMPOTENCY_HEADER = 'idempotency-key';
export const ANTI_FORGERY_COOKIE = 'XSRF-TOKEN';
export const ANTI_FORGERY_HEADER = 'x-xsrf-token';

export type Access =
  /** No token is asked for. */
  | 'anyone'
  /** Any signed-in person. */
  | 'signed-in'
  /** Whoever the permission table allows to do this. */
  | readonly [Resource, Action];

export interface Endpoint {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: string;
  access: Access;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  answer: z.ZodType;
  /** Dates of the body, or of each item where it is a list, that must have come: a later one than tomorrow is a 400. */
  pastDates?: readonly string[];
  /** Errors of this call carry `responseMessage` too (specification §8); this is it for what is at fault for everyone. */
  failure?: string;
  /** The HTTP status of success where it isn't the method's own: 201 for POST, else 200. */
  status?: 200 | 201;
  /** The media types of an answer that isn't JSON. */
  mediaTypes?: readonly string[];
  /** Errors of this call beyond those that follow from its method, path and access. */
  errors?: readonly ErrorCode[];
}

const successStatus = { GET: 200, POST: 201, PUT: 200, DELETE: 200 } as const;

/** The HTTP status with which an endpoint answers success. */
export function statusOfSuccess({ method, status }: Endpoint): 200 | 201 {
  return status ?? successStatus[method];
}

/** Every error that a call can answer, by its code. */
export function errorsOf({ method, path, access, params, query, body, errors = [] }: Endpoint): ErrorCode[] {
  const writes = method !== 'GET';
  const isForSome = typeof access !== 'string' && !roles.every((role) => can(role, access[1], access[0]));
  const applies: Partial<Record<ErrorCode, boolean>> = {
    invalid: writes || params !== undefined || query !== undefined,
    unauthenticated: access !== 'anyone',
    // A write that carries the anti-forgery cookie alone is refused, whoever sends it.
    forbidden: writes || isForSome,
    not_found: path.includes(':'),
    too_large: writes,
    unsupported_type: writes,
    // Where nothing is sent, a repeat can't have sent something else.
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
 * The five calls that each master has, at the paths of specification §7. `bodies` are what adds a record and what changes
 * it, which takes the place of the whole record and so has no defaults. `create` and `remove` are the errors that its additions and
 * deletions answer beyond the usual: where a value must be unique, where something else may hold a record.
 */
export function masterEndpoints<
  const R extends MasterResource,
  Create extends z.ZodType,
  Update extends z.ZodType,
  Row extends z.ZodType,
  const Sort extends Names,
>(
  master: R,
  bodies: { create: Create; update: Update },
  record: Row,
  sortNames: Sort,
  {
    create = [],
    remove = [],
    pastDates = [],
  }: { create?: ErrorCode[]; remove?: ErrorCode[]; pastDates?: string[] } = {},
) {
  const { apiPath } = master;
  const resource: R['resource'] = master.resource;
  const onePath: `${R['apiPath']}/:id` = `${master.apiPath}/:id`;
  const path: R['apiPath'] = apiPath;
  return {
    list: endpoint({
      method: 'GET',
      path,
      access: [resource, 'view'],
      query: listQuery(sortNames),
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
