/**
 * Texts of a call in the API description: name, section, summary and description. Separate from the endpoints, which
 * the screens import: the browser must not load these texts.
 */
import { errorsOf, type Access, type Endpoint } from './endpoint.ts';
import { limits } from './fields.ts';
import { filtersOf } from './filters.ts';
import { can, roles, type Role } from '../permissions.ts';

export interface CallText {
  /** The name of the call in generated clients: unique, never changed. */
  operationId: string;
  tag: string;
  summary: string;
  /** Text that `describeCall` cannot derive from the endpoint. */
  description?: string;
  /** Open to anyone, but a token is read if sent. */
  heedsToken?: true;
}

/** The texts of a group of endpoints, under the same names, so the compiler reports a missing one. */
export type CallTexts<Endpoints> = Readonly<Record<keyof Endpoints, CallText>>;

const articles: Record<Role, string> = { admin: 'an admin', manager: 'a manager', user: 'a user' };

/** A sentence that names the roles allowed to make a call. */
function callers(access: Access): string {
  if (access === 'anyone') return 'Open: needs no token.';
  const allowed = access === 'signed-in' ? roles : roles.filter((role) => can(role, access[1], access[0]));
  if (allowed.length === roles.length) return 'Anyone who is signed in may call it.';
  return `Only ${allowed.map((role) => articles[role]).join(' or ')} may call it.`;
}

function hasField(schema: object | undefined, field: string): boolean {
  if (!schema || !('shape' in schema)) return false;
  return typeof schema.shape === 'object' && schema.shape !== null && field in schema.shape;
}

/** Whether a call is paged: its answer then has the total count header. */
export function isPaged({ query }: Endpoint): boolean {
  return hasField(query, 'page');
}

/** The description of a call: its own text, then the parts derived from its endpoint. */
export function describeCall(endpoint: Endpoint, { description, heedsToken }: CallText): string {
  const { method, access, query, body, pastDates = [] } = endpoint;
  const isList = isPaged(endpoint) && hasField(query, 'search');
  const repeated = (query ? filtersOf(query) : []).flatMap(([name, filter]) => ('to' in filter ? [] : `\`${name}\``));
  const sentences = [
    isList &&
      'Answers all rows as one array, streamed; with `page` or `pageSize` one page. The header `X-Total-Count` says how many rows there are in all, except where nothing is asked for.',
    repeated.length > 0 &&
      `Several values of a filter (${repeated.join(', ')}) are sent by repeating it, at most ${limits.filterValues}: records with one of them are answered.`,
    method === 'PUT' &&
      'Replaces the whole record: an optional field that is left out becomes empty or its default, where nothing else is said.',
    pastDates.length > 0 &&
      `A date (${pastDates.map((field) => `\`${field}\``).join(', ')}) before 2000, or more than a day ahead in the time zone of the server, is a 400.`,
    hasField(body, 'updatedAt') &&
      'Send the `updatedAt` that was read: if another session changed the record since, the answer is a 409 and nothing is saved. Changes of the same session are a conflict only with the header `If-Match`, of any content. Without `updatedAt` the change goes through.',
    errorsOf(endpoint).includes('key_reused') &&
      'Safe to repeat with an `Idempotency-Key`: within 24 hours the same key gets the first answer again.',
    !heedsToken && callers(access),
  ];
  return [description, sentences.filter(Boolean).join(' ')].filter(Boolean).join('\n\n');
}
