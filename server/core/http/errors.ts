/** Errors of the API, each with a message for the user (docs/domain.md, Errors). */
import type { FastifyError } from 'fastify';
import type { Endpoint } from '#contract/core/endpoint.ts';
import {
  errorStatus,
  errorTexts,
  type BlockingDocument,
  type ErrorBody,
  type ErrorCode,
  type FieldErrors,
} from '#contract/core/errors.ts';
import { MAX_FAULTS } from '#contract/core/values/listOf.ts';
import { refusalTexts } from '#contract/core/refusals.ts';
import { isPoolExhausted, isUnavailable, UnknownOutcomeError } from '../db/faults.ts';

interface MoreOfFault {
  errors?: FieldErrors | undefined;
  documents?: readonly BlockingDocument[] | undefined;
  retryAfterSeconds?: number;
}

/** An error answer. `message` is shown to people; write it like a sentence to a colleague. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly errors: FieldErrors | undefined;
  readonly documents: readonly BlockingDocument[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, more: MoreOfFault = {}) {
    super(message);
    this.code = code;
    this.errors = more.errors;
    this.documents = more.documents;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** 400 with the invalid fields, the first MAX_FAULTS of them. */
export function invalid(errors: FieldErrors, message: string = errorTexts.invalid): ApiError {
  const first = Object.entries(errors).slice(0, MAX_FAULTS);
  return new ApiError('invalid', message, { errors: Object.fromEntries(first) });
}

/** 404; the message names the missing record. */
export function notFound(message: string): ApiError {
  return new ApiError('not_found', message);
}

/** Documents in the answer of a 409, for links. */
const DOCUMENTS_LISTED = 100;

/** 409; the message names the blockers, and `documents` lists them. */
export function conflict(message: string, errors?: FieldErrors, documents?: readonly BlockingDocument[]): ApiError {
  return new ApiError('conflict', message, { errors, documents: documents?.slice(0, DOCUMENTS_LISTED) });
}

/** 409 at one field of the body, with the same sentence. */
export function conflictAt(field: string, message: string, documents?: readonly BlockingDocument[]): ApiError {
  return conflict(message, { [field]: [message] }, documents);
}

const RETRY_AFTER_SECONDS = 2;

/** 503 for a request dropped from a full queue; server and database are fine. */
export class OverloadedError extends ApiError {
  constructor({ isReading }: { isReading: boolean }) {
    const message = isReading ? refusalTexts.tooMuchReading : refusalTexts.tooMuch;
    super('unavailable', message, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

const byFastifyCode: Record<string, [ErrorCode, string]> = {
  FST_ERR_CTP_BODY_TOO_LARGE: ['too_large', errorTexts.tooLarge],
  FST_ERR_CTP_INVALID_MEDIA_TYPE: ['unsupported_type', refusalTexts.unsupportedType],
  FST_ERR_CTP_EMPTY_JSON_BODY: ['invalid', refusalTexts.malformed],
  FST_ERR_CTP_INVALID_JSON_BODY: ['invalid', refusalTexts.malformed],
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: ['invalid', refusalTexts.malformed],
  FST_ERR_BAD_URL: ['invalid', refusalTexts.badAddress],
  FST_ERR_MAX_PARAM_LENGTH: ['invalid', refusalTexts.badAddress],
};

function isFastifyError(error: unknown): error is FastifyError {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';
}

function unsavedText(error: unknown): string {
  return error instanceof UnknownOutcomeError ? refusalTexts.unavailableUnknown : refusalTexts.unavailable;
}

/** Maps a thrown error to its answer; undefined for an internal error, which is logged. */
export function faultOf(error: unknown, isReading: boolean): ApiError | undefined {
  if (error instanceof ApiError) return error;
  if (isPoolExhausted(error)) return new OverloadedError({ isReading });
  // Except Fastify's own: a broken client connection has the same code as a broken database connection.
  if (isUnavailable(error) && !isFastifyError(error)) {
    const text = isReading ? refusalTexts.unavailableReading : unsavedText(error);
    return new ApiError('unavailable', text, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
  if (!isFastifyError(error)) return undefined;
  const known = byFastifyCode[error.code];
  if (known) return new ApiError(...known);
  return error.statusCode !== undefined && error.statusCode < 500
    ? new ApiError('invalid', refusalTexts.malformed)
    : undefined;
}

const ours: ReadonlySet<ErrorCode> = new Set(['internal', 'unavailable']);

/**
 * The body of an error. Calls with a `failure` add responseMessage (specification §8). Server errors add the request
 * id, to find them in the log.
 */
export function bodyOf(
  { code, message, errors, documents }: ApiError,
  requestId: string,
  endpoint?: Endpoint,
): ErrorBody {
  const isForEveryone = code === 'invalid' || code === 'too_many_requests';
  const responseMessage = endpoint?.failure && (isForEveryone ? endpoint.failure : message);
  return {
    code,
    message,
    ...(errors && { errors }),
    ...(documents && { documents }),
    ...(responseMessage && { responseMessage }),
    ...(ours.has(code) && { requestId }),
  };
}

/** The HTTP status of an error. */
export function statusOf(fault: ApiError): number {
  return errorStatus[fault.code];
}
