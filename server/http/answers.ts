/**
 * Encodes answers by the contract: paise as rupees, thousandths as units, and no unknown fields. Query results aren't
 * validated again, as z.encode would at a sixth of a page's time.
 */
import { z } from 'zod';

type Encode = (value: unknown) => unknown;

function same(value: unknown): unknown {
  return value;
}

function encodeFields(shape: Readonly<Record<string, z.core.$ZodType>>): Encode {
  const fields = Object.entries(shape).map(([name, schema]) => ({ name, encode: encoderOf(schema) }));
  return (value) => {
    const record: Record<string, unknown> = Object(value);
    const encoded: Record<string, unknown> = {};
    for (const { name, encode } of fields) encoded[name] = encode(record[name]);
    return encoded;
  };
}

function encodeElements(element: z.core.$ZodType): Encode {
  const encode = encoderOf(element);
  return (value) => (Array.isArray(value) ? value.map(encode) : value);
}

/** Compiles the encoder of a schema; cached per schema. */
export function encoderOf(schema: z.core.$ZodType): Encode {
  if (schema instanceof z.ZodObject) return encodeFields(schema.def.shape);
  if (schema instanceof z.ZodArray) return encodeElements(schema.def.element);
  if (schema instanceof z.ZodNullable) {
    const encode = encoderOf(schema.def.innerType);
    return (value) => (value === null ? null : encode(value));
  }
  if (schema instanceof z.ZodCodec) {
    const { reverseTransform } = schema.def;
    return (value) => reverseTransform(value, { value, issues: [] });
  }
  return same;
}
