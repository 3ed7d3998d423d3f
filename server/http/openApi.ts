/** The description of the API, made of the contract: what each call takes, answers and refuses, with an example to try. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { API_BASE, errorsOf, IDEMPOTENCY_HEADER, statusOfSuccess, type Endpoint } from '#contract/endpoints.ts';
import { errorBody, errorCodes, errorMeanings, errorStatus } from '#contract/errors.ts';

const repeatable = z.object({
  [IDEMPOTENCY_HEADER]: z
    .string()
    .optional()
    .describe('A repeat with the same key within 24 hours gets the first answer again and changes nothing.'),
});

/** Made once: what is refused is described the same on every call. */
const errorAnswers = new Map(errorCodes.map((code) => [code, errorBody.describe(errorMeanings[code])]));

function answersOf(endpoint: Endpoint) {
  const { answer, mediaTypes } = endpoint;
  const good = mediaTypes
    ? { description: 'Done.', content: Object.fromEntries(mediaTypes.map((type) => [type, { schema: answer }])) }
    : answer.describe('Done.');
  const errors = errorsOf(endpoint).map((code) => [errorStatus[code], errorAnswers.get(code)]);
  return { [statusOfSuccess(endpoint)]: good, ...Object.fromEntries(errors) };
}

/** What the description says of a call; Fastify keeps it for that alone. */
export function describe(endpoint: Endpoint) {
  const { summary, path, access, params, query, body } = endpoint;
  return {
    summary,
    tags: [path.split('/')[1] ?? ''],
    ...(access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(errorsOf(endpoint).includes('key_reused') ? { headers: repeatable } : {}),
    response: answersOf(endpoint),
  };
}

/** Answers the description at /api/openapi.json, and a page to read and try it at /api/docs. */
export async function describeApi(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Godown', version: '1', description: 'Money is in rupees, quantities in units of the material.' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: (document) => jsonSchemaTransform(document),
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, { routePrefix: `${API_BASE}/docs`, staticCSP: true });
  app.get(`${API_BASE}/openapi.json`, { schema: { hide: true } }, () => app.swagger());
}
