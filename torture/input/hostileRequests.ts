/** Random hostile requests, derived from the API's description. */
import { BODY_LIMITS } from '#server/core/http/routes.ts';
import type { SeededRandom } from '#seed/seededRandom.ts';
import type { Operation } from '#test/openApiDocument.ts';
import type { HttpRequest } from '../clients/caller.ts';

const injections = [
  "' or '1'='1",
  "'; drop table supplier; --",
  '" or ""="',
  '1) union select 1, 2, 3 from app_user --',
  '%',
  '_',
  '\\',
  '*',
  '"',
  'a" OR b:*',
  'NEAR(a b)',
  '{{7*7}}',
  '${7*7}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '=cmd|"/c calc"!A1',
  '@SUM(1+1)',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  'file:///etc/passwd',
  'http://127.0.0.1:1/',
  '\r\nSet-Cookie: a=b',
  'a\u0000b',
  '\u202eabc',
  '\ufeff',
  '\ud800',
  '🙂'.repeat(60),
  'ﷺ'.repeat(50),
  'İıſK',
  '__proto__',
  'constructor',
  'toString',
  '$where',
  '%00',
  '%25%30%30',
  '()',
  '(((((((((((((((((((((a+)+)+)+)+)+)+)+)+)+)+',
  'NaN',
  '1e309',
  '-0',
  '0x1f',
  '9007199254740993',
  '2026-02-30',
  '10000-01-01',
  'null',
  'undefined',
];

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  0.1,
  1e-9,
  1e308,
  2 ** 53,
  -(2 ** 63),
  9_000_000_000.001,
  '',
  ' ',
  [],
  {},
  [[]],
  [null],
  { $gt: '' },
  { toString: 1 },
  '2026-11-20T24:00:00Z',
  '0000-00-00',
  'data:image/svg+xml;base64,PHN2Zy8+',
  'data:text/html;base64,PHNjcmlwdD4=',
  'data:application/pdf;base64,JVBERi0=',
  'data:application/pdf;base64,####',
];

const contentTypes = [
  'application/json; charset=utf-16',
  'application/json;charset=latin1',
  'application/vnd.api+json',
  'text/plain',
  'text/html',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/xml',
  'APPLICATION/JSON',
  '',
  '*/*',
  'application/json, text/plain',
];

/**
 * The most characters of a list that repeats an entry, beyond the size limit of most calls. Lists in lists multiply: without
 * a bound, making one request takes minutes, in which the attack reads no answer.
 */
const MAX_LIST_BYTES = 2 * BODY_LIMITS.others;
/** Numbers that begin before this character may become long ones. */
const LONG_NUMBERS_BEFORE = 10_000;

/** Hashing a password costs as much as a hundred other calls, so these are rare. */
const WITH_PASSWORD = /checkUserAuthentication|register|verify-otp|edit-user|password/i;

/** A request's mark in stored data; the sort key of batches prefixes a number with its length, `05…`. */
export const markPattern = /zq([1-9]\d*)qz/g;

/** Makes hostile requests, each with a mark of its own in its texts: that of a number, with a token or without. */
export function hostileRequests(
  random: SeededRandom,
  operations: readonly Operation[],
): (index: number, token: string | undefined) => HttpRequest {
  const quick = operations.filter(({ path }) => !WITH_PASSWORD.test(path));
  let mark = '';

  function oddText(): string {
    const hostile = random.pick(injections);
    if (random.chance(0.04)) return mark + 'x'.repeat(random.pick([201, 2000, 100_000]));
    if (random.chance(0.1)) {
      return mark + random.bytes(24).toString('utf16le');
    }
    return random.pick([mark + hostile, hostile, `${hostile}${mark}`, mark]);
  }

  function deepValue(): unknown {
    let value: unknown = mark;
    const wraps = random.pick([5, 100, 2000]);
    for (let level = 0; level < wraps; level += 1) value = random.chance(0.5) ? [value] : { a: value };
    return value;
  }

  function oddValue(): unknown {
    if (random.chance(0.5)) return oddText();
    if (random.chance(0.05)) return deepValue();
    if (random.chance(0.03)) return Array.from({ length: random.pick([101, 5000]) }, () => random.pick(oddValues));
    return random.pick(oddValues);
  }

  /** The example with some fields mutated, removed, doubled or added. */
  function altered(content: unknown): unknown {
    if (Array.isArray(content)) {
      const items = content.map((item: unknown) => (random.chance(0.7) ? altered(item) : oddValue()));
      if (!random.chance(0.1)) return items;
      const length = Math.min(random.whole(0, 300), MAX_LIST_BYTES / JSON.stringify(items[0] ?? null).length);
      return Array.from({ length }, () => items[0]);
    }
    if (typeof content !== 'object' || content === null) return random.chance(0.3) ? oddValue() : content;
    const entries = Object.entries(content).flatMap(([name, value]: [string, unknown]): [string, unknown][] => {
      if (random.chance(0.05)) return [];
      if (random.chance(0.15)) return [[name, oddValue()]];
      if (typeof value === 'string' && random.chance(0.3)) return [[name, `${value} ${mark}`]];
      return [[name, typeof value === 'object' ? altered(value) : value]];
    });
    if (random.chance(0.1))
      entries.push([random.pick(['__proto__', 'constructor', 'id', 'deletedAt', 'x']), oddValue()]);
    return Object.fromEntries(entries);
  }

  /** Now and then a valid one: it may be refused for existing data, after a partial write. */
  function contentOf(example: unknown): unknown {
    if (random.chance(0.3)) return example;
    return random.chance(0.9) ? altered(example) : oddValue();
  }

  function bodyOf(operation: Operation): string | Buffer | undefined {
    if (!operation.body) return random.chance(0.05) ? JSON.stringify(oddValue()) : undefined;
    const whole = JSON.stringify(contentOf(operation.body.example)) ?? '';
    if (random.chance(0.85)) return whole;
    const odd: (() => string | Buffer)[] = [
      () => whole.slice(0, random.whole(0, whole.length)),
      () => random.bytes(random.whole(1, 400)),
      () => '['.repeat(random.pick([1000, 100_000])),
      () => '{"a":'.repeat(20_000),
      () => `\ufeff${whole}`,
      () => Buffer.from(whole, 'utf16le'),
      () => whole.replace('{', '{"name":"first","name":"second",'),
      () => whole.replaceAll(/\d+/g, (digits, at: number) => (at < LONG_NUMBERS_BEFORE ? '1'.repeat(400) : digits)),
      () => whole.replace('{', `{"x":${'9'.repeat(100_000)},`),
      () => `${whole}${whole}`,
      () => whole.replaceAll('"', "'"),
      () => '',
    ];
    return random.pick(odd)();
  }

  function pathOf(operation: Operation): string {
    const encoded = (text: string) => encodeURIComponent(text.toWellFormed());
    const id = random.chance(0.6) ? String(random.whole(1, 40)) : encoded(oddText()).slice(0, 3000);
    let path = `/api${operation.path.replace('{id}', id)}`;
    // The sending administrator must stay one.
    path = path.replace(/(-user|\/users)\/0*1(?=$|\/)/i, '$1/2');
    if (random.chance(0.05))
      path = random.pick([path.toUpperCase(), `${path}/`, `/${path}`, `${path}%2f`, `${path}//x`]);
    const names = [...operation.query.choices.keys(), 'page', 'pageSize', 'search', 'sort', 'order', 'x', '__proto__'];
    const query = Array.from({ length: random.pick([0, 1, 1, 2, 4]) }, () => {
      const name = random.pick(names);
      const choices = operation.query.choices.get(name);
      const value = choices && random.chance(0.5) ? random.pick(choices) : oddText();
      return `${name}${random.chance(0.05) ? '[]' : ''}=${random.chance(0.05) ? '%zz%' : encoded(value).slice(0, 3000)}`;
    });
    return query.length > 0 ? `${path}?${query.join('&')}` : path;
  }

  function headersOf(token: string | undefined, hasBody: boolean): HttpRequest['headers'] {
    const printable = () =>
      oddText()
        .replaceAll(/[^\x20-\x7e]/g, '?')
        .slice(0, 2000);
    return {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(hasBody ? { 'content-type': random.chance(0.93) ? 'application/json' : random.pick(contentTypes) } : {}),
      ...(random.chance(0.5) ? { 'idempotency-key': random.chance(0.8) ? mark : printable() } : {}),
      ...(random.chance(0.02) ? { authorization: `Bearer ${printable()}` } : {}),
      ...(random.chance(0.02) ? { cookie: `XSRF-TOKEN=${encodeURIComponent(printable())}` } : {}),
      ...(random.chance(0.02) ? { 'content-encoding': random.pick(['gzip', 'br', 'x']) } : {}),
      ...(random.chance(0.02) ? { 'x-http-method-override': random.pick(['DELETE', 'PUT', printable()]) } : {}),
      ...(random.chance(0.02) ? { accept: printable(), 'accept-encoding': printable(), range: 'bytes=0-0,-1' } : {}),
      ...(random.chance(0.02) ? { host: printable() } : {}),
      ...(random.chance(0.02) ? { 'x-odd': Array.from({ length: random.whole(1, 100) }, printable) } : {}),
      // From a trusted proxy, so that the limits on guessing don't end the attack.
      'x-forwarded-for': random.chance(0.02)
        ? printable()
        : `10.${[1, 2, 3].map(() => random.whole(0, 255)).join('.')}`,
    };
  }

  return (index, token) => {
    mark = `zq${index}qz`;
    const operation = random.pick(random.chance(0.9) ? quick : operations);
    const body = bodyOf(operation);
    const method = random.chance(0.02)
      ? random.pick(['PATCH', 'OPTIONS', 'TRACE', 'HEAD', 'PROPFIND'])
      : operation.method;
    return {
      method,
      path: pathOf(operation),
      headers: headersOf(token, body !== undefined),
      ...(body === undefined ? {} : { body }),
    };
  };
}
