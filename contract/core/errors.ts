/**
 * Every error that the API answers: one body shape, one code per kind, one HTTP status per code
 * (docs/domain.md, Errors).
 */
import { z } from 'zod';
import { blockingKinds, type BlockingKind } from '../kinds.ts';

export const errorCodes = [
  'invalid',
  'unauthenticated',
  'forbidden',
  'not_found',
  'too_slow',
  'conflict',
  'too_large',
  'unsupported_type',
  'key_reused',
  'too_many_requests',
  'headers_too_large',
  'internal',
  'unavailable',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export const errorStatus: Record<ErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  too_slow: 408,
  conflict: 409,
  too_large: 413,
  unsupported_type: 415,
  key_reused: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  internal: 500,
  unavailable: 503,
};

/** When each is answered, for the API description. */
export const errorMeanings: Record<ErrorCode, string> = {
  invalid: 'Bad input: every faulty field is named.',
  unauthenticated: 'No session, or one that has ended.',
  forbidden: 'Not for this role; or a write that carries the anti-forgery cookie without its header.',
  not_found: 'There is no such record, or no longer.',
  too_slow: 'The request took too long to arrive.',
  conflict: 'Something is in the way; the message says what.',
  too_large: 'The content is larger than what can be taken.',
  unsupported_type: 'The content is not JSON.',
  key_reused: 'The Idempotency-Key was used with other content within 24 hours.',
  too_many_requests: 'Too many attempts; Retry-After says for how many seconds to wait.',
  headers_too_large: 'The headers of the request are larger than 16 KB.',
  internal: 'A fault of the server. Nothing was saved.',
  unavailable:
    'The database cannot be reached, or too much is asked at once; Retry-After says when to try again. Nothing was saved, unless the message says that this is not known: then repeat it under the same Idempotency-Key.',
};

/** Messages by field path; lines of a document are numbered from 0: 'rawMaterials.0.quantity'. */
export type FieldErrors = Record<string, string[]>;

export const errorBody = z
  .object({
    code: z.enum(errorCodes),
    message: z.string().describe('A sentence for the person at the screen.'),
    errors: z.record(z.string(), z.array(z.string())).optional().describe('Every faulty field with its texts.'),
    documents: z
      .array(z.object({ kind: z.enum(blockingKinds), id: z.int(), label: z.string() }))
      .optional()
      .describe('On a 409: the documents and recalls that stand in the way, 100 at most.'),
    responseMessage: z.string().optional().describe('On the calls of the forgotten password.'),
    requestId: z
      .string()
      .optional()
      .describe('On a 500 or 503: what the request is called in the log, as in the header X-Request-Id.'),
  })
  .meta({ id: 'Error' });

/** A document or recall that blocks a change. */
export interface BlockingDocument {
  kind: BlockingKind;
  id: number;
  label: string;
}

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  errors?: FieldErrors;
  documents?: readonly BlockingDocument[];
  responseMessage?: string;
  requestId?: string;
}

/**
 * How long a repeat with the same Idempotency-Key gets the first answer again, in milliseconds: errorTexts and the calls'
 * texts say 24 hours.
 */
export const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

/** Messages shared by all screens. */
export const errorTexts = {
  invalid: 'Some fields need your attention.',
  unauthenticated: 'Your session has ended. Please sign in again.',
  forbidden: 'You are not allowed to do this.',
  noAccess: 'Your role has no access to this page. An administrator can change that.',
  notFound: 'There is nothing at this address.',
  changedMeanwhile:
    'This record was changed by someone else since you opened it, or by an earlier attempt of yours. Cancel, find it in the list and edit it again.',
  tooLarge: 'This is larger than what can be taken.',
  internal: 'Something went wrong on our side. Nothing was saved.',
  internalReading: 'Something went wrong on our side. Please try again.',
  unreachable: 'Godown cannot be reached. Check the connection and try again.',
  partMissing: 'A part of this page could not be loaded. Reload the page to get it.',
  reload: 'Reload',
} as const;

/** Messages for malformed requests; no screen shows them. */
export const clientErrorTexts = {
  headersTooLarge: 'The headers of this request are too large. Deleting the cookies of this address may help.',
  notHttp: 'This request cannot be read.',
  tooSlow: 'This request took too long to arrive.',
} as const;

/** The reference of a fault, to find it in the log. */
export function referenceText(requestId: string): string {
  return `Reference: ${requestId}`;
}
