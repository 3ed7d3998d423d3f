/**
 * Numbers that a body has as texts, as selects and inputs of a form give them: "12.5" where the contract has a number,
 * "" where it may be left out (docs/domain.md, Calls).
 */
import { z } from 'zod';

/** Replaces texts in a part of a body; undefined where its schema has no numbers. */
type Convert = (sent: unknown) => unknown;

/** Short enough that the nearest double has the same digits. */
const decimal = /^-?\d{1,12}(?:\.\d{1,6})?$/;

function toNumber(sent: unknown): unknown {
  return typeof sent === 'string' && decimal.test(sent.trim()) ? Number(sent) : sent;
}

/** For a number that may be left out. */
function orEmpty(empty: null | undefined): Convert {
  return (sent) => (sent === '' ? empty : toNumber(sent));
}

function ofObject(shape: Readonly<Record<string, unknown>>): Convert | undefined {
  const fields = Object.entries(shape).flatMap(([name, schema]) => {
    const convert = converterOf(schema);
    return convert ? [[name, convert] as const] : [];
  });
  if (fields.length === 0) return undefined;
  return (sent) => {
    if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
    const converted = new Map<string, unknown>(Object.entries(sent));
    for (const [name, convert] of fields) if (converted.has(name)) converted.set(name, convert(converted.get(name)));
    return Object.fromEntries(converted);
  };
}

function ofArray({ element, _zod: { bag } }: z.ZodArray): Convert | undefined {
  const convert = converterOf(element);
  const max = typeof bag['maximum'] === 'number' ? bag['maximum'] : Infinity;
  return convert && ((sent) => (Array.isArray(sent) && sent.length <= max ? sent.map(convert) : sent));
}

/**
 * The conversion for a schema: numbers at its places where only a number is valid. The contents of unions stay, since
 * either may be meant, and lists that are too long stay unread.
 */
export function converterOf(schema: unknown): Convert | undefined {
  if (schema instanceof z.ZodNumber) return toNumber;
  if (schema instanceof z.ZodLiteral) {
    return [...schema.values].every((value) => typeof value === 'number') ? toNumber : undefined;
  }
  if (schema instanceof z.ZodObject) return ofObject(schema.shape);
  if (schema instanceof z.ZodArray) return ofArray(schema);
  if (schema instanceof z.ZodPipe) return converterOf(schema.in);
  if (schema instanceof z.ZodDefault) return converterOf(schema.unwrap());
  if (!(schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)) return undefined;
  const inner = converterOf(schema.unwrap());
  if (inner !== toNumber) return inner;
  return orEmpty(schema instanceof z.ZodNullable ? null : undefined);
}
