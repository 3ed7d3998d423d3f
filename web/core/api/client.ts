/** The API client: every call names an endpoint of the contract and is typed by it. */
import type { z } from 'zod';
import {
  ANTI_FORGERY_COOKIE,
  ANTI_FORGERY_HEADER,
  ANTI_FORGERY_TOKEN,
  API_BASE,
  IDEMPOTENCY_HEADER,
  type Endpoint,
} from '#contract/core/endpoint.ts';
import {
  errorBody,
  errorTexts,
  referenceText,
  type BlockingDocument,
  type ErrorCode,
  type FieldErrors,
} from '#contract/core/errors.ts';
import { reopenSession as reopenCall, type Session } from '#contract/core/accounts/signedIn.ts';
import { TOTAL_COUNT_HEADER } from '#contract/core/lists.ts';
import { setConnectionLost } from './connection.ts';
import { queryText } from './queryText.ts';
import { keptUser, setKeptUser } from './keptUser.ts';
import { currentUser, loseSession, sessionToken, startSession } from './session.ts';

/** The JSON form of a schema: its input, with dates as strings. */
type Wire<Schema> = Schema extends z.ZodType ? z.input<Schema> : never;

/** The part of an endpoint that a call needs; the schemas serve its types only. */
export type CallableEndpoint = Pick<Endpoint, 'method' | 'path' | 'access'> &
  Partial<Pick<Endpoint, 'query' | 'body' | 'answer'>>;

export interface CallOptions<E extends CallableEndpoint> {
  params?: Record<string, string | number>;
  query?: Wire<E['query']>;
  body?: Wire<E['body']>;
  /** The body of an endpoint that takes a file of a media type. */
  file?: { blob: Blob; type: string };
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** `foreign`: another program answered, such as a proxy or an older server. `unreachable`: no answer. */
type AnsweredCode = ErrorCode | 'foreign' | 'unreachable';

/** A failed call. Its message is the server's, or empty. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: AnsweredCode;
  readonly errors: FieldErrors;
  /** The blocking documents. */
  readonly documents: readonly BlockingDocument[];
  /** The message of the password reset calls (specification §8). */
  readonly responseMessage: string | undefined;
  /** Finds an internal error in the server's log. */
  readonly requestId: string | undefined;
  /** From the Retry-After header; 0 without one. */
  readonly retryAfterMs: number;

  constructor(
    status: number,
    code: AnsweredCode,
    message: string,
    more: Partial<Pick<ApiError, 'errors' | 'documents' | 'responseMessage' | 'requestId' | 'retryAfterMs'>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.errors = more.errors ?? {};
    this.documents = more.documents ?? [];
    this.responseMessage = more.responseMessage;
    this.requestId = more.requestId;
    this.retryAfterMs = more.retryAfterMs ?? 0;
  }
}

/** Whether the server refused a request; else its answer is missing, and the request may have been carried out. */
export function isAnswered(fault: unknown): boolean {
  return fault instanceof ApiError && fault.status >= 400 && fault.status < 500;
}

/** A path below the API's, with the ids of a call. */
export function pathOf(path: string, params: Record<string, string | number> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}

function urlOf(path: string, query: unknown): string {
  const search = queryText(query ?? {});
  return API_BASE + path + (search && `?${search}`);
}

const eachToken = new RegExp(`(?:^|; )${ANTI_FORGERY_COOKIE}=(${ANTI_FORGERY_TOKEN})(?=;|$)`, 'g');

/** The last token of ours: cookies for parts of the site, which the API may not get, come first. */
function antiForgeryToken(): string | null {
  return Array.from(document.cookie.matchAll(eachToken)).at(-1)?.[1] ?? null;
}

/** The version of the record that a change is based on. */
function versionIn(body: unknown): string | undefined {
  const version = typeof body === 'object' && body !== null && 'updatedAt' in body ? body.updatedAt : undefined;
  return typeof version === 'string' ? version : undefined;
}

function headersOf(
  method: string,
  options: { body?: unknown; file?: { type: string }; idempotencyKey?: string },
): Headers {
  const headers = new Headers({ accept: 'application/json' });
  const token = sessionToken();
  if (token) headers.set('authorization', `Bearer ${token}`);
  if (options.body !== undefined) headers.set('content-type', 'application/json');
  if (options.file) headers.set('content-type', options.file.type);
  if (options.idempotencyKey) headers.set(IDEMPOTENCY_HEADER, options.idempotencyKey);
  // Two windows of one session are two editors, so the server compares versions even within a session.
  const version = versionIn(options.body);
  if (version !== undefined) headers.set('if-match', `"${version}"`);
  // Only if needed: the browser gets the cookies from another process.
  const antiForgery = method === 'GET' ? null : antiForgeryToken();
  if (antiForgery) headers.set(ANTI_FORGERY_HEADER, antiForgery);
  return headers;
}

/** The error body of another program: it has no code. */
const foreignBody = errorBody.omit({ code: true }).partial().catch({});

async function errorOf(response: Response): Promise<ApiError> {
  // A proxy may answer with an HTML page.
  const body: unknown = await response.json().catch(() => undefined);
  const own = errorBody.safeParse(body);
  const error = own.success ? own.data : { code: 'foreign' as const, message: '', ...foreignBody.parse(body) };
  const retryAfterMs = Number(response.headers.get('retry-after')) * 1000;
  return new ApiError(response.status, error.code, error.message, { ...error, retryAfterMs });
}

function unreachable(): ApiError {
  return new ApiError(0, 'unreachable', errorTexts.unreachable);
}

/** The JSON body; a truncated one counts as unreachable. */
async function bodyOf<E extends CallableEndpoint>(response: Response): Promise<Wire<E['answer']>> {
  return response.json().catch(() => {
    throw unreachable();
  });
}

/** The answer of the server, whatever its status. */
async function exchange<E extends CallableEndpoint>(endpoint: E, options: CallOptions<E>): Promise<Response> {
  const { method } = endpoint;
  const send = async (headers: Headers) =>
    await fetch(urlOf(pathOf(endpoint.path, options.params), options.query), {
      method,
      headers,
      body: options.file?.blob ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
      signal: options.signal,
    }).catch((fault: unknown) => {
      if (options.signal?.aborted) throw fault;
      setConnectionLost(true);
      throw unreachable();
    });
  const headers = headersOf(method, options);
  let response = await send(headers);
  // Another program's cookie stood in place of ours, and the refusal has replaced it.
  if (response.status === 403 && method !== 'GET' && headers.get(ANTI_FORGERY_HEADER) !== antiForgeryToken()) {
    response = await send(headersOf(method, options));
  }
  setConnectionLost(false);
  return response;
}

let reopening: Promise<Session | undefined> | undefined;

/** Opens a session on a kept device, for calls that meet only once; undefined where the device is not kept, or no longer. */
export async function reopenSession(): Promise<Session | undefined> {
  const userId = keptUser();
  if (userId === undefined) return undefined;
  reopening ??= reopen(userId).finally(() => {
    reopening = undefined;
  });
  return await reopening;
}

async function reopen(userId: number): Promise<Session | undefined> {
  const response = await exchange(reopenCall, { body: { userId } });
  if (response.status === 401) {
    setKeptUser(undefined);
    return undefined;
  }
  if (!response.ok) throw await errorOf(response);
  const opened = await bodyOf<typeof reopenCall>(response);
  startSession(opened);
  return opened;
}

async function request<E extends CallableEndpoint>(endpoint: E, options: CallOptions<E>): Promise<Response> {
  let token = sessionToken();
  // A screen that is still shown while it closes sends nothing.
  if (token === null && endpoint.access !== 'anyone') {
    loseSession();
    throw new ApiError(401, 'unauthenticated', errorTexts.unauthenticated);
  }
  let response = await exchange(endpoint, options);
  const isOwn = () => token !== null && token === sessionToken();
  // The kept device may be somebody else's, who signed in in another tab.
  const isKept = () => isOwn() && currentUser()?.userId === keptUser();
  if (response.status === 401 && isKept() && (await reopenSession())) {
    token = sessionToken();
    response = await exchange(endpoint, options);
  }
  if (response.ok) return response;
  // A late answer must not end a session that was started since.
  if (response.status === 401 && isOwn()) loseSession();
  throw await errorOf(response);
}

export async function call<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Wire<E['answer']>> {
  const response = await request(endpoint, options);
  return bodyOf<E>(response);
}

/** Calls a list endpoint; returns a page of rows and the total. */
export async function callList<E extends CallableEndpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<{ rows: Wire<E['answer']>; total: number }> {
  const response = await request(endpoint, options);
  return { rows: await bodyOf<E>(response), total: Number(response.headers.get(TOTAL_COUNT_HEADER) ?? 0) };
}

/** All rows of a list, streamed; `onRead` gets the number of rows read so far. */
export async function callRows<Row>(
  endpoint: CallableEndpoint & { answer: z.ZodType<unknown, Row[]> },
  { onRead, ...options }: Pick<CallOptions<CallableEndpoint>, 'query' | 'signal'> & { onRead?: (rows: number) => void },
): Promise<Row[]> {
  const response = await request(endpoint, options);
  const { rowReader } = await import('./rowReader.ts');
  const reader = rowReader();
  const rows: Row[] = [];
  const parts = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () =>
    await parts?.read().catch((fault: unknown) => {
      throw options.signal?.aborted ? fault : unreachable();
    });
  for (let part = await next(); part?.value !== undefined; part = await next()) {
    const some: Row[] = JSON.parse(reader.take(part.value).json);
    for (const row of some) rows.push(row);
    onRead?.(rows.length);
  }
  if (!reader.isWhole()) throw unreachable();
  return rows;
}

export async function callFile<E extends Endpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<Blob> {
  const response = await request(endpoint, options);
  return response.blob();
}

/** The file if it is an image; another one is left unread. */
export async function callImage<E extends Endpoint>(
  endpoint: E,
  options: CallOptions<E> = {},
): Promise<Blob | undefined> {
  const response = await request(endpoint, options);
  if (response.headers.get('content-type')?.startsWith('image/')) return response.blob();
  await response.body?.cancel();
  return undefined;
}

export interface Why {
  reason: string;
  reference?: string;
  /** Shown as links. */
  documents?: readonly BlockingDocument[];
}

/**
 * The message of a failure for the user, and its reference in the log. Without a message from the server it is unknown
 * whether anything was saved; the fallback text says that retrying is safe.
 */
export function whyOf(fault: unknown): Why {
  const { message, requestId, documents } = fault instanceof ApiError ? fault : {};
  return {
    documents,
    reason: message || errorTexts.internalReading,
    reference: requestId === undefined ? undefined : referenceText(requestId),
  };
}

/** Message and reference as one text. */
export function messageOf(fault: unknown): string {
  const { reason, reference = '' } = whyOf(fault);
  return `${reason} ${reference}`.trimEnd();
}

/** The server's own message, if it sent one. */
export function serverMessageOf(fault: unknown): string | undefined {
  return fault instanceof ApiError && fault.code !== 'unreachable' ? fault.message || undefined : undefined;
}

/** The error messages by field, for a form. */
export function fieldMessagesOf(fault: unknown): Record<string, string> {
  const errors = fault instanceof ApiError ? fault.errors : {};
  return Object.fromEntries(Object.entries(errors).map(([field, texts]) => [field, texts.join('\n')]));
}
