/** The one way to the server: every call is an endpoint of the contract, and is typed by it. */
import type { z } from 'zod';
import { API_BASE, IDEMPOTENCY_HEADER, type Endpoint } from '#contract/endpoints.ts';
import { errorBody, errorTexts, referenceText, type ErrorCode, type FieldErrors } from '#contract/errors.ts';
import { TOTAL_COUNT_HEADER } from '#contract/lists.ts';
import { setConnectionLost } from './connection.ts';
import { loseSession, sessionToken } from './session.ts';

/** What travels: for a schema its input, numbers as decimals and dates as texts. */
type Wire<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

/** What of an endpoint a call needs; the schemas are there for its types alone. */
export type Called = Pick<Endpoint, 'method' | 'path' | 'access'> &
  Partial<Pick<Endpoint, 'query' | 'body' | 'answer'>>;

interface CallOptions<E extends Called> {
  params?: Record<string, string | number>;
  query?: Wire<E['query']>;
  body?: Wire<E['body']>;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** `foreign`: another program answered, such as a proxy or an older server. `unreachable`: nobody did. */
type AnsweredCode = ErrorCode | 'foreign' | 'unreachable';

/** A call that failed. Its message is the sentence of whoever answered; empty where they said nothing. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: AnsweredCode;
  readonly errors: FieldErrors;
  /** What the calls of the forgotten password say (specification §8). */
  readonly responseMessage: string | undefined;
  /** What the request is called in the server's log, where its sender can't mend what is wrong. */
  readonly requestId: string | undefined;
  /** How long to wait before asking again, in milliseconds; 0 where the server doesn't say it. */
  readonly retryAfterMs: number;

  constructor(
    status: number,
    code: AnsweredCode,
    message: string,
    more: Partial<Pick<ApiError, 'errors' | 'responseMessage' | 'requestId' | 'retryAfterMs'>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = more.errors ?? {};
    this.responseMessage = more.responseMessage;
    this.requestId = more.requestId;
    this.retryAfterMs = more.retryAfterMs ?? 0;
  }
}

function address(path: string, params: Record<string, string | number> = {}, query: unknown): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const asked = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '');
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)])).toString();
  return API_BASE + filled + (search && `?${search}`);
}

function headersOf(method: string, options: { body?: unknown; idempotencyKey?: string }): Headers {
  const headers = new Headers({ accept: 'application/json' });
  const token = sessionToken();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.idempotencyKey) headers.set(IDEMPOTENCY_HEADER, options.idempotencyKey);
  const forgeryToken = /(?:^|;\s*)XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1];
  if (method !== 'GET' && forgeryToken) headers.set('x-xsrf-token', decodeURIComponent(forgeryToken));
  return headers;
}

/** The error body of another program: of ours it lacks the code at least. */
const foreignBody = errorBody.omit({ code: true }).partial().catch({});

async function refusal(response: Response): Promise<ApiError> {
  // A proxy in between may answer with a page instead of a body, so nothing is taken for granted here.
  const body: unknown = await response.json().catch(() => undefined);
  const own = errorBody.safeParse(body);
  const said = own.success ? own.data : { code: 'foreign' as const, message: '', ...foreignBody.parse(body) };
  const retryAfterMs = Number(response.headers.get('retry-after')) * 1000;
  return new ApiError(response.status, said.code, said.message, { ...said, retryAfterMs });
}

function notReached(): ApiError {
  return new ApiError(0, 'unreachable', errorTexts.unreachable);
}

/** The body of an answer; one that was cut on its way did not arrive. */
async function bodyOf<E extends Called>(response: Response): Promise<Wire<E['answer']>> {
  return response.json().catch(() => {
    throw notReached();
  });
}

async function request<E extends Called>(endpoint: E, options: CallOptions<E>): Promise<Response> {
  const token = sessionToken();
  const response = await fetch(address(endpoint.path, options.params, options.query), {
    method: endpoint.method,
    headers: headersOf(endpoint.method, options),
    body: options.body === undefined ? undefined : JSON.stringify(options.body),
    signal: options.signal,
  }).catch((fault: unknown) => {
    if (options.signal?.aborted) throw fault;
    setConnectionLost(true);
    throw notReached();
  });
  setConnectionLost(false);
  if (response.ok) return response;
  // An answer that comes late must not end the session that was begun since.
  const isOfThisSession = token === sessionToken() && (token !== null || endpoint.access !== 'anyone');
  if (response.status === 401 && isOfThisSession) loseSession();
  throw await refusal(response);
}

export async function call<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Wire<E['answer']>> {
  const response = await request(endpoint, options);
  return bodyOf<E>(response);
}

/** A call that answers a list: its rows, and how many there are in all. */
export async function callList<E extends Called>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<{ rows: Wire<E['answer']>; total: number }> {
  const response = await request(endpoint, options);
  return { rows: await bodyOf<E>(response), total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? 0) };
}

/** A call that answers a file. */
export async function callFile<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Blob> {
  const response = await request(endpoint, options);
  return response.blob();
}

/**
 * The sentence of any failure, for the person at the screen, and by what it is found in the log. Where the server has no
 * sentence, whether anything was saved is not known, and trying again is safe.
 */
export function whyOf(fault: unknown): { reason: string; reference?: string } {
  const { message, requestId } = fault instanceof ApiError ? fault : {};
  return {
    reason: message || errorTexts.internalReading,
    reference: requestId === undefined ? undefined : referenceText(requestId),
  };
}

/** The same as one text. */
export function messageOf(fault: unknown): string {
  const { reason, reference = '' } = whyOf(fault);
  return `${reason} ${reference}`.trimEnd();
}

/** What the answer said; nothing where nobody answered, or without a word. */
export function serverMessageOf(fault: unknown): string | undefined {
  return fault instanceof ApiError && fault.code !== 'unreachable' ? fault.message || undefined : undefined;
}

/** The texts of a failure by field, for the fields of a form. */
export function fieldMessagesOf(fault: unknown): Record<string, string> {
  const errors = fault instanceof ApiError ? fault.errors : {};
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.join('\n')]));
}
