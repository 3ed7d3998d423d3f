/** Bodies of eight hostile shapes, made of the example of a call and filled up to its size limit. */
import { importLimits } from '#contract/stock/importing.ts';
import { BODY_LIMITS } from '#server/core/http/routes.ts';
import { attachmentBodyLimit } from '#server/core/records/attachments.ts';
import type { JsonSchema, Operation } from '#test/openApiDocument.ts';

/** Stands for hostile content in the JSON of a body. */
const SPOT = '\u0001spot';
const SPOT_JSON = JSON.stringify(SPOT);

/** A JSON value of about so many bytes: a piece again and again between a beginning and an end. */
function filled(bytes: number, start: string, piece: string, end: string): Buffer {
  const inside = Math.max(0, bytes - Buffer.byteLength(start + end));
  const whole = inside - (inside % Buffer.byteLength(piece));
  return Buffer.concat([Buffer.from(start), Buffer.alloc(whole, piece), Buffer.from(end)]);
}

/** Combining marks that normalising must put into another order. */
function marks(bytes: number): Buffer {
  const half = filled(bytes / 2, '"a', '\u0315', '').subarray(0, -1);
  return Buffer.concat([half.subarray(0, half.length - (half.length % 2)), filled(bytes / 2, '', '\u0316', '"')]);
}

function manyKeys(bytes: number): Buffer {
  const keys: string[] = [];
  for (let length = 2; length < bytes - 20; length += (keys.at(-1)?.length ?? 0) + 1) keys.push(`"k${keys.length}":0`);
  return Buffer.from(`{${keys.join(',')}}`);
}

/** Where a shape stands: in values of its type, in every field, or in a field that no call knows. */
type Place = 'texts' | 'lists' | 'numbers' | 'fields' | 'unknown';

/** The shapes by name: where in a body, and what. */
export const shapes = {
  'long text': ['texts', (bytes: number) => filled(bytes, '"', 'x', '"')],
  'combining marks': ['texts', marks],
  'many elements': ['lists', (bytes: number) => filled(bytes, '[0', ',0', ']')],
  'empty objects': ['lists', (bytes: number) => filled(bytes, '[{}', ',{}', ']')],
  'deep nesting': [
    'unknown',
    (bytes: number) => Buffer.concat([filled(bytes / 2, '', '[', ''), filled(bytes / 2, '', ']', '')]),
  ],
  'many keys': ['fields', manyKeys],
  'long numbers': ['numbers', (bytes: number) => filled(bytes, '9', '9', '')],
  'duplicate keys': ['fields', (bytes: number) => filled(bytes, '{"k":{}', ',"k":{}', '}')],
} as const satisfies Record<string, readonly [Place, (bytes: number) => Buffer]>;

export type Shape = keyof typeof shapes;
export const shapeNames = Object.keys(shapes).filter((name): name is Shape => name in shapes);

/** An example with spots in these places, at any depth. */
function withSpots(value: unknown, place: Place): unknown {
  if (place === 'texts' && typeof value === 'string') return SPOT;
  if (place === 'numbers' && typeof value === 'number') return SPOT;
  if (place === 'lists' && Array.isArray(value)) return SPOT;
  if (Array.isArray(value)) return value.map((entry: unknown) => withSpots(entry, place));
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, withSpots(field, place)]);
  return Object.fromEntries(place === 'unknown' ? [...fields, ['unknown', SPOT]] : fields);
}

/** Every field that a body may have, as a spot. */
function allSpots({ items, properties }: JsonSchema): unknown {
  const fields = Object.fromEntries(Object.keys(items?.properties ?? properties).map((name) => [name, SPOT]));
  return items ? [fields] : fields;
}

/** The size limit of a call's body, in bytes. */
function sizeLimit({ path, isOpen, body }: Operation): number {
  if (isOpen) return BODY_LIMITS.anyone;
  if (path.startsWith('/imports/')) return importLimits.bodyBytes;
  const { billAttachment, file } = body?.schema.properties ?? {};
  return (billAttachment ?? file) ? attachmentBodyLimit : BODY_LIMITS.others;
}

/** A body of a shape for a call, of the largest size that it takes: in all places that fit, else in every field. */
export function hostileBody({ body, ...operation }: Operation, shape: Shape): Buffer {
  if (!body) throw new Error(`${operation.name} takes no body`);
  const [place, fill] = shapes[shape];
  const template = place === 'fields' ? '' : JSON.stringify(withSpots(body.example, place));
  const text = template.includes(SPOT_JSON) ? template : JSON.stringify(allSpots(body.schema));
  const [start = '', ...rest] = text.split(SPOT_JSON);
  const share = Math.floor((sizeLimit({ body, ...operation }) - Buffer.byteLength(text)) / rest.length);
  const value = fill(share);
  return Buffer.concat([Buffer.from(start), ...rest.flatMap((after) => [value, Buffer.from(after)])]);
}
