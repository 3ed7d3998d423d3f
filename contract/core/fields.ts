/**
 * Field builders. Rules are shared, messages are arguments: the specification words the same rule differently on each
 * screen.
 */
import { z } from 'zod';
import { isStorable } from './values/characters.ts';
import { longestSent, NAME_LENGTH, normalizeName, withoutInvisible } from './values/names.ts';
import { fromPaise, fromThousandths, MAX_THOUSANDTHS, MAX_UNITS, toPaise, toThousandths } from './values/numbers.ts';
import { fieldTexts } from './sharedTexts.ts';

/** Maximum lengths of texts, in characters. */
export const limits = {
  name: NAME_LENGTH,
  description: 2000,
  unit: 30,
  phone: 30,
  email: 254,
  address: 500,
  /** Numbers of documents, codes of lots. */
  code: 60,
  password: 200,
  search: 200,
  lines: 200,
  reason: 200,
  /** Values of one filter of a list. */
  filterValues: 20,
} as const;

/** Normalizes a text before it is checked. */
type Form = (text: string) => string;
const trimmed: Form = (text) => withoutInvisible(text).trim();

/**
 * Adds an input example for the API description, valid with the sample data. Stored under this name, since zod drops
 * plain examples from schemas that transform.
 */
export function withExample<S extends z.ZodType>(schema: S, example: z.input<S>): S {
  return schema.meta({ 'x-examples': { example: { value: example } } });
}

type Missing = string | { error: string; abort: true };

/** A message that ends the checks of its field, so that an empty text is not reported as breaking other rules too. */
export function aborting(error: string): Missing {
  return { error, abort: true };
}

/**
 * A text in its normal form, of at most `max` characters. Its length as sent is checked first and alone, so that the
 * time depends on the limit and not on the size of the body.
 */
export function boundedText(max: number, form: Form, missing?: Missing, error = fieldTexts.tooLong(max)) {
  const sent = z.string(missing).trim().max(longestSent(max), { error, abort: true });
  return sent.overwrite(form).max(max, error);
}

function notEmpty(max: number, missing: Missing, form = trimmed) {
  return boundedText(max, form, missing).min(1, missing);
}

/** A required name, normalized by `normalizeName`. */
export function requiredName(max: number, missing: Missing) {
  return notEmpty(max, missing, normalizeName).refine(isStorable, fieldTexts.notStorable);
}

function optional(max: number, form: Form) {
  return boundedText(max, form)
    .refine(isStorable, fieldTexts.notStorable)
    .nullish()
    .transform((value) => value ?? '');
}

/** A text of a change: a missing value leaves the stored one (undefined), null and empty both become ''. */
export function changedText(max: number) {
  return boundedText(max, trimmed)
    .refine(isStorable, fieldTexts.notStorable)
    .nullable()
    .transform((value) => value ?? '')
    .optional();
}

/** An optional text: missing, null and empty all become ''. */
export function optionalText(max: number) {
  return optional(max, trimmed);
}

/** An optional name. */
export function optionalName(max: number) {
  return optional(max, normalizeName);
}

/** A required e-mail address. One pattern only: client generators fail on two. */
export function email(requiredMessage: string, invalidMessage: string) {
  return notEmpty(limits.email, aborting(requiredMessage)).regex(z.regexes.email, invalidMessage);
}

/** An optional e-mail address. */
export function optionalEmail(message: string) {
  return boundedText(limits.email, trimmed)
    .regex(new RegExp(`^$|${z.regexes.email.source}`), message)
    .nullish()
    .transform((value) => value ?? '');
}

/** A phone number that matches the pattern, which must not match control characters. */
export function phone(pattern: RegExp, requiredMessage: string, invalidMessage: string) {
  return notEmpty(limits.phone, aborting(requiredMessage)).regex(pattern, invalidMessage);
}

/** Optional digits, at most `most` of them. */
export function digitsAtMost(most: number, tooLongMessage: string, notDigitsMessage: string) {
  return z
    .string()
    .trim()
    .regex(/^\d*$/, { error: notDigitsMessage, abort: true })
    .max(most, tooLongMessage)
    .nullish()
    .transform((value) => value ?? '');
}

/** An optional GSTIN of 15 letters or digits, stored in capitals. */
export function optionalGstin(message: string) {
  return (
    z
      .string()
      .trim()
      // Before it is in capitals: those of some other letters are two, as of ß.
      .regex(/^$|^[A-Za-z0-9]{15}$/, message)
      .toUpperCase()
      .nullish()
      .transform((value) => value ?? '')
  );
}

export const activeLabels = { 1: 'Active', 0: 'Inactive' } as const;

/** Active = 1, Inactive = 0. */
export function activeStatus() {
  return z.literal([1, 0], { error: 'Choose Active or Inactive.' });
}

interface NumberRange {
  /** Bounds as sent on the wire. */
  minimum: number;
  maximum: number;
  step: number;
  description: string;
}

/** A decimal on the wire, decoded to an exact integer; invalid where `toInteger` answers undefined. */
function exactNumber(
  toInteger: (decimal: number) => number | undefined,
  toDecimal: (integer: number) => number,
  message: string,
  { step, ...described }: NumberRange,
) {
  // A smaller maximum, such as 100 %, is in the message.
  const isTooLarge = (input: unknown) => described.maximum === MAX_UNITS && Number(input) > MAX_UNITS;
  return z
    .codec(
      z.number({ error: message }).refine((decimal) => toInteger(decimal) !== undefined, {
        error: ({ input }) => (isTooLarge(input) ? fieldTexts.numberTooLarge(MAX_UNITS) : message),
      }),
      z.int(),
      {
        decode: (decimal) => toInteger(decimal) ?? Number.NaN,
        encode: toDecimal,
      },
    )
    .meta({ type: 'number', ...described, multipleOf: step });
}

/** Rupees from 0 with at most 2 decimals; decoded to whole paise. */
export function money(message = 'Enter an amount with at most 2 decimals.') {
  const range = { minimum: 0, maximum: MAX_UNITS, step: 0.01, description: 'Rupees, at most 2 decimals.' };
  return exactNumber(toPaise, fromPaise, message, range);
}

/** A quantity above 0 with at most 3 decimals; decoded to thousandths of the unit, from `min` to `max`. */
export function quantity(
  message: string = fieldTexts.quantityInvalid,
  { min = 1, max = MAX_THOUSANDTHS }: { min?: number; max?: number } = {},
) {
  const toInteger = (units: number) => {
    const thousandths = toThousandths(units);
    return thousandths !== undefined && thousandths >= min && thousandths <= max ? thousandths : undefined;
  };
  return exactNumber(toInteger, fromThousandths, message, {
    minimum: fromThousandths(min),
    maximum: fromThousandths(max),
    step: 0.001,
    description: 'Units, at most 3 decimals.',
  });
}

/** Paise, encoded as rupees. */
export function moneyAnswer() {
  return z
    .codec(z.number(), z.int(), { decode: (rupees) => toPaise(rupees) ?? Number.NaN, encode: fromPaise })
    .meta({ type: 'number', description: 'Rupees.' });
}

/** Thousandths, encoded as units. */
export function quantityAnswer() {
  return z
    .codec(z.number(), z.int(), { decode: (units) => toThousandths(units) ?? Number.NaN, encode: fromThousandths })
    .meta({ type: 'number', description: 'Units.' });
}

/** 0 or 1, encoded as a boolean. */
export function flagAnswer() {
  return z.codec(z.boolean(), z.int(), { decode: Number, encode: Boolean }).meta({ type: 'boolean' });
}

/** A calendar date, yyyy-mm-dd. */
export function dateAnswer() {
  return z.string().meta({ format: 'date' });
}

/** The id of another record, in a body. */
export function reference(message: string) {
  return z.int({ error: message }).positive(message);
}

/** A record's own id in a body: in a PUT the id of the path, on creation missing or 0. */
export const bodyId = z
  .int()
  .nonnegative()
  .nullish()
  .transform((id) => id || undefined);

/** An id in a path: digits only, at most the largest exact integer. */
export const pathId = withExample(
  z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'This is not an id.')
    .transform(Number)
    .meta({ description: 'The id of the record.' }),
  '1',
);

/** An id in a query. */
export function queryId(message: string) {
  return z.coerce.number(message).int(message).positive(message);
}

/** Excludes the record that is being edited from a comparison. */
export const exceptId = queryId('exceptId must be an id.')
  .optional()
  .describe('The record that is edited: it is left out.');

/**
 * `updatedAt` in a PUT: the version that the editor saw. A change by another session since is answered with 409; without
 * the field, or with an empty one, nothing is compared (docs/domain.md, Concurrent edits).
 */
export const seenUpdatedAt = z
  .union([z.iso.datetime(), z.literal('')], { error: 'updatedAt must be a timestamp that this API gave.' })
  .nullish();
