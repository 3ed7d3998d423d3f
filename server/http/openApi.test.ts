import SwaggerParser from '@apidevtools/swagger-parser';
import { beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '#test/buildTestApp.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});

test('the description is valid OpenAPI 3.1', async () => {
  const { status, json } = await app.anyone('GET', '/openapi.json');
  expect([status, json.openapi]).toEqual([200, '3.1.0']);
  await SwaggerParser.validate(json);
});

test('money and quantities are described as the decimals that are sent', async () => {
  const { json } = await app.anyone('GET', '/openapi.json');
  const { schema } = json.paths['/api/inward'].post.requestBody.content['application/json'];
  expect(schema.properties.totalGst).toMatchObject({ type: 'number', multipleOf: 0.01, minimum: 0 });
  expect(schema.properties.rawMaterials.items.properties.quantity).toMatchObject({ type: 'number', multipleOf: 0.001 });
  const answer = json.paths['/api/inward'].post.responses['201'].content['application/json'].schema;
  expect(answer.properties.grandTotal.type).toBe('number');
});

test('the page to read and try it is there', async () => {
  const { status, text } = await app.anyone('GET', '/docs/');
  expect(status).toBe(200);
  expect(text).toContain('swagger-ui');
});
