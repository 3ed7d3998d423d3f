/** The OpenAPI description, generated from the contract: input, answers, errors and examples of each call. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { describeCall, isPaged, type CallText } from '#contract/core/callText.ts';
import {
  API_BASE,
  errorsOf,
  IDEMPOTENCY_HEADER,
  statusOfSuccess,
  type Access,
  type Endpoint,
} from '#contract/core/endpoint.ts';
import { errorBody, errorMeanings, errorStatus } from '#contract/core/errors.ts';

const repeatable = z.object({
  [IDEMPOTENCY_HEADER]: z
    .string()
    .optional()
    .describe('A repeat with the same key within 24 hours gets the first answer again and changes nothing.'),
});

const totalCount = {
  'X-Total-Count': {
    type: 'integer',
    description: 'How many rows there are in all. Left out where nothing is asked for.',
  },
};
const retryAfter = { 'Retry-After': { type: 'integer', description: 'In how many seconds to try again.' } };

/** The response headers that a client needs. */
function headersOf(endpoint: Endpoint, status: number): object | undefined {
  if (status === statusOfSuccess(endpoint)) return isPaged(endpoint) ? totalCount : undefined;
  return status === errorStatus.too_many_requests || status === errorStatus.unavailable ? retryAfter : undefined;
}

function answersOf(endpoint: Endpoint) {
  const { answer, mediaTypes = ['application/json'] } = endpoint;
  const good = {
    description: 'Done.',
    content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: answer }])),
  };
  const errors = errorsOf(endpoint).map((code) => [
    errorStatus[code],
    { description: errorMeanings[code], content: { 'application/json': { schema: errorBody } } },
  ]);
  return { [statusOfSuccess(endpoint)]: good, ...Object.fromEntries(errors) };
}

function securityOf(access: Access, { heedsToken }: CallText): Record<string, string[]>[] {
  if (access !== 'anyone') return [{ bearer: [] }];
  return heedsToken ? [{ bearer: [] }, {}] : [];
}

/** The texts of the API description: sections in its order with their subjects, and the text of each call. */
export interface ApiTexts {
  sections: ReadonlyMap<string, string>;
  textOf(endpoint: Endpoint): CallText | undefined;
}

/** The OpenAPI fields of an endpoint, for Fastify's route schema. Throws if the endpoint has no texts. */
export function describe(endpoint: Endpoint, texts: ApiTexts) {
  const { method, path, access, params, query, body, bodyType } = endpoint;
  const text = texts.textOf(endpoint);
  if (!text) throw new Error(`${method} ${path} has no text in callTexts.ts of its room`);
  return {
    operationId: text.operationId,
    tags: [text.tag],
    summary: text.summary,
    description: describeCall(endpoint, text),
    security: securityOf(access, text),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(bodyType === undefined ? {} : { consumes: [bodyType], body: z.any().describe('The bytes of the file.') }),
    ...(errorsOf(endpoint).includes('key_reused') ? { headers: repeatable } : {}),
    response: answersOf(endpoint),
  };
}

type RouteDocument = Parameters<typeof jsonSchemaTransform>[0];

/** The library's transform omits response headers. */
function transform(document: RouteDocument) {
  const { schema, url } = jsonSchemaTransform(document);
  const endpoint = document.route.config?.endpoint;
  if (!endpoint) return { schema, url };
  const answers = Object.entries<object>(Object(schema.response)).map(([status, answer]) => {
    const headers = headersOf(endpoint, Number(status));
    return [status, headers ? { ...answer, headers } : answer];
  });
  return { schema: { ...schema, response: Object.fromEntries(answers) }, url };
}

/** The library emits each named schema as input and output: removes the unused ones. */
function transformObject(document: Parameters<typeof jsonSchemaTransformObject>[0]) {
  const described = jsonSchemaTransformObject(document);
  const schemas = 'components' in described ? (described.components?.schemas ?? {}) : {};
  const unused = () => {
    const text = JSON.stringify(described);
    return Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
  };
  // A removed schema may have held the only reference to another.
  for (let names = unused(); names.length > 0; names = unused()) {
    for (const name of names) delete schemas[name];
  }
  return described;
}

const about = `The back-office of a manufacturer of organic products.

Amounts are rupees with at most 2 decimals, quantities are units of their raw material or product with at most 3. Dates are \`yyyy-mm-dd\`, timestamps are UTC. A write is saved as a whole or not at all, and kept in the history. Fields that a call doesn't know are ignored.

Every error is \`{code, message, errors}\`: \`message\` is a sentence for the person at the screen, \`errors\` names each faulty field.`;

/**
 * Sends the anti-forgery header with each call that is tried out. The page gets the source of this function, so it can use
 * neither the names of contract/core/endpoint.ts nor anything else from outside.
 */
function sendAntiForgeryHeader<Tried extends Record<string, object>>(request: Tried): Tried {
  const tokens = Array.from(document.cookie.matchAll(/(?:^|; )XSRF-TOKEN=([\w-]{24})(?=;|$)/g), ([, token]) => token);
  if (tokens.length > 0) Object.assign(request['headers'] ?? {}, { 'x-xsrf-token': tokens.at(-1) });
  return request;
}

/** Serves the description at /api/openapi.json, and a page to read and try it at /api/docs. */
export async function describeApi(app: FastifyInstance, { sections }: ApiTexts): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Godown',
        version: '1',
        description: about,
        contact: { name: 'The administrator of this Godown' },
        license: { name: 'MIT', url: 'https://opensource.org/license/mit' },
      },
      servers: [{ url: API_BASE, description: 'This Godown.' }],
      tags: [...sections].map(([name, description]) => ({ name, description })),
      components: {
        securitySchemes: {
          bearer: { type: 'http', scheme: 'bearer', description: 'The token that signing in answers.' },
        },
      },
    },
    transform,
    transformObject,
  });
  // The page has the security headers of all others: its own would block its styles, and its scripts where there is no TLS.
  await app.register(swaggerUi, {
    routePrefix: `${API_BASE}/docs`,
    uiConfig: { requestInterceptor: sendAntiForgeryHeader },
  });
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, () => app.swagger());
}
