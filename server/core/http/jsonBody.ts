/**
 * JSON bodies, with bounds that hold before the bytes become a text and objects: parsing makes an object in memory for each
 * value, and code that walks nested values calls itself for each level.
 */
import type { FastifyInstance } from 'fastify';
import { errorTexts } from '#contract/core/errors.ts';
import { refusalTexts } from '#contract/core/refusals.ts';
import { ApiError } from './errors.ts';

/** Levels of lists and objects in each other. The schemas have five; a client may send a record back as it was answered. */
export const MAX_LEVELS = 16;
/** Values of a body; those of an import are its cells. The largest other one is a count of 2,000 lines. */
const MAX_VALUES = 50_000;
/** Objects and their fields, of any body: they take ten times the memory of list entries. */
const MAX_FIELDS = 50_000;
/** Bytes of a number, or of blanks, in a row: far more than any number or indentation has. */
const MAX_PLAIN_LENGTH = 1000;
/** Bytes of a string after which it may be a very long one. */
const LONG_STRING = 100;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The most values that a body may have, where it isn't MAX_VALUES. */
    maxValues?: number | undefined;
  }
}

const code = (character: string) => character.charCodeAt(0);
const [QUOTE, BACKSLASH, COMMA, COLON] = ['"', '\\', ',', ':'].map(code);
const [LIST, LIST_END, OBJECT, OBJECT_END] = ['[', ']', '{', '}'].map(code);

/** The closing quote of the string that begins at a quote; the end of the text where there is none. */
function endOfString(text: Buffer, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== QUOTE) {
    end += text[end] === BACKSLASH ? 2 : 1;
    if (end !== start + LONG_STRING) continue;
    // A file in base64: a native search is far faster, but each call of one costs as much as a short string.
    const quote = text.indexOf('"', end);
    const rest = text.subarray(end, quote < 0 ? text.length : quote);
    const escape = rest.indexOf('\\');
    end += escape < 0 ? rest.length : escape;
  }
  return Math.min(end, text.length);
}

/** Which bound a JSON text in UTF-8 exceeds. Reads no further than that, and takes any other text: parsing refuses it. */
export function exceededBound(text: Buffer, maxValues = MAX_VALUES): 'levels' | 'size' | undefined {
  let [level, values, fields, lastSign] = [0, 0, 0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === QUOTE) at = endOfString(text, at);
    else if (character === COMMA) values += 1;
    else if (character === COLON) fields += 1;
    else if (character === LIST || character === OBJECT) {
      level += 1;
      values += 1;
      if (character === OBJECT) fields += 1;
    } else if (character === LIST_END || character === OBJECT_END) level -= 1;
    else if (at - lastSign > MAX_PLAIN_LENGTH) return 'size';
    else continue;
    if (level > MAX_LEVELS) return 'levels';
    if (values > maxValues || fields > MAX_FIELDS) return 'size';
    lastSign = at;
  }
  return undefined;
}

/** Frees the bytes of a large body at once: the garbage collector is in no hurry with what is outside of its heap. */
function free({ buffer, byteLength }: Buffer): void {
  // A small one shares its memory with others.
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0);
}

/** Parses JSON bodies. Answers 400 for one that is nested too deeply, 413 for one with too many values or too long a number. */
export function parseJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body: Buffer, done) => {
    // Clients name a media type for every request, also for a DELETE.
    if (body.length === 0 && request.routeOptions.config.endpoint?.body === undefined) {
      done(null, undefined);
      return;
    }
    const exceeded = exceededBound(body, request.routeOptions.config.maxValues);
    const text = exceeded ? '' : body.toString();
    free(body);
    if (exceeded === 'levels') done(new ApiError('invalid', refusalTexts.nestedTooDeeply));
    else if (exceeded === 'size') done(new ApiError('too_large', errorTexts.tooLarge));
    else void parse(request, text, done);
  });
}
