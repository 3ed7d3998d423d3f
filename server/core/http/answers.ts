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
  // A copy has room for all fields at once, which makes an object of twenty in a third of the time.
  const blank: Record<string, unknown> = Object.fromEntries(fields.map(({ name }) => [name, undefined]));
  return (value) => {
    const record: Record<string, unknown> = Object(value);
    const encoded = { ...blank };
    for (const { name, encode } of fields) encoded[name] = encode(record[name]);
    return encoded;
  };
}

function encodeElements(element: z.core.$ZodType): Encode {
  const encode = encoderOf(element);
  return (value) => (Array.isArray(value) ? value.map(encode) : value);
}

/** Elements encoded at once. */
const SLICE = 500;

function addTexts(texts: string[], schema: z.core.$ZodType, value: unknown): void {
  if (schema instanceof z.ZodArray && Array.isArray(value)) {
    const encode = encoderOf(schema.element);
    texts.push('[');
    for (let start = 0; start < value.length; start += SLICE) {
      const slice = JSON.stringify(value.slice(start, start + SLICE).map(encode));
      texts.push(start === 0 ? '' : ',', slice.slice(1, -1));
    }
    texts.push(']');
    return;
  }
  if (!(schema instanceof z.ZodObject)) {
    texts.push(JSON.stringify(encoderOf(schema)(value)));
    return;
  }
  const record: Record<string, unknown> = Object(value);
  let before = '{';
  for (const [name, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
    if (record[name] === undefined) continue;
    texts.push(`${before}${JSON.stringify(name)}:`);
    addTexts(texts, field, record[name]);
    before = ',';
  }
  texts.push(before === '{' ? '{}' : '}');
}

/**
 * An answer as JSON. Its lists are encoded a slice at a time: an encoded copy of a whole trace would outlive the garbage
 * collector's first generation, which costs more than encoding it.
 */
export function jsonOf(schema: z.core.$ZodType, value: unknown): string {
  const texts: string[] = [];
  addTexts(texts, schema, value);
  return texts.join('');
}

const encoders = new WeakMap<z.core.$ZodType, Encode>();

/** Compiles the encoder of a schema; cached per schema. */
export function encoderOf(schema: z.core.$ZodType): Encode {
  const known = encoders.get(schema);
  if (known) return known;
  const encode = compile(schema);
  encoders.set(schema, encode);
  return encode;
}

function compile(schema: z.core.$ZodType): Encode {
  if (schema instanceof z.ZodObject) return encodeFields(schema.def.shape);
  if (schema instanceof z.ZodArray) return encodeElements(schema.def.element);
  if (schema instanceof z.ZodNullable) {
    const encode = encoderOf(schema.def.innerType);
    return (value) => (value === null ? null : encode(value));
  }
  if (schema instanceof z.ZodOptional) {
    const encode = encoderOf(schema.def.innerType);
    return (value) => (value === undefined ? undefined : encode(value));
  }
  if (schema instanceof z.ZodCodec) {
    const { reverseTransform } = schema.def;
    return (value) => reverseTransform(value, { value, issues: [] });
  }
  return same;
}
