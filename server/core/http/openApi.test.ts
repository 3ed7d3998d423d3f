import { createConfig, lintFromString } from '@redocly/openapi-core';
import spectralCore from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { readDocument } from '#test/openApiDocument.ts';
import { buildTestApp } from '#test/buildTestApp.ts';

const app = await buildTestApp();
const document = (await app.anyone('GET', '/openapi.json')).json;
const operations = new Map(readDocument(document).map((operation) => [operation.operationId, operation]));

test('Redocly reports nothing in the description by its recommended rules', async () => {
  expect(document.openapi).toBe('3.1.0');
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), config });
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([]);
});

test('Spectral reports nothing in the description by its rules for OpenAPI', async () => {
  const spectral = new spectralCore.Spectral();
  spectral.setRuleset(new spectralCore.Ruleset({ extends: [oas] }));
  const problems = await spectral.run(document);
  expect(problems.map(({ code, message, path }) => [code, message, path.join('/')])).toEqual([]);
});

test('each call has a unique operation id', () => {
  const named = (wanted: string) =>
    [...operations].filter(([name]) => name.endsWith(wanted)).map(([, { name }]) => name);
  expect(operations.size).toBe(app.endpoints.length);
  expect([...operations.keys()].filter((name) => !/^[a-z]+([A-Z][a-z]*)*$/.test(name))).toEqual([]);
  expect([...named('Suppliers'), ...named('Supplier')]).toEqual([
    'GET /api/suppliers',
    'POST /api/imports/suppliers',
    'POST /api/suppliers',
    'GET /api/suppliers/{id}',
    'PUT /api/suppliers/{id}',
    'DELETE /api/suppliers/{id}',
    'POST /api/suppliers/{id}/restore',
    'POST /api/suppliers/{id}/merge',
  ]);
});

test('each call describes who may call it, its effect on stock, and how it is repeated', () => {
  const said = (name: string) => operations.get(name)?.description;
  for (const [name, { description }] of operations) expect(description, name).toMatch(/^[A-Z`].*\.$/s);
  expect(said('listSuppliers')).toBe(
    '`search` looks in name, email and phone.\n\n' +
      'Answers all rows as one array, streamed; with `page` or `pageSize` one page. The header `X-Total-Count` ' +
      'says how many rows there are in all, except where nothing is asked for. Several values of a filter (`status`) are sent by repeating it, at most 20: records with one of them are answered. Anyone who is signed in may call it.',
  );
  expect(said('createProduction')).toBe(
    'Takes the quantity from the lots of the raw material that expire first, then from the oldest; from those that came in later only where the others are not enough. More than the available balance is refused with a ' +
      '409. Less than the `minProductionQuantity` of a raw material is refused with a 400. A lot past its expiry date is refused with a 409 where `afterExpiry` of its item is `refuse` or `reason`: the call of a run takes a reason. `warnings` says what may be a slip, and refuses nothing.\n\n' +
      'A date (`productionDate`) before 2000, or more than a day ahead in the time zone of the server, is a 400. Safe to repeat with an `Idempotency-Key`: within 24 hours the same key gets the first answer again. ' +
      'Anyone who is signed in may call it.',
  );
  expect(said('updateProduction')).toContain('Send the `updatedAt` that was read');
  expect(said('updateProduction')).toContain('Only an admin or a manager may call it.');
  expect(said('deleteSupplier')).toContain(
    'Refused with a 409 while an inward names it.\n\nOnly an admin may call it.',
  );
  expect(said('signIn')).toContain('Open: needs no token.');
});

test('open calls are described as open, and all others as requiring a token', () => {
  const open = [...operations].filter(([, { isOpen }]) => isOpen).map(([name]) => name);
  const expected = [
    'endKeptDevice',
    'getHealth',
    'getReadiness',
    'getSetup',
    'registerUser',
    'reopenSession',
    'requestPasswordReset',
  ];
  expect(open.toSorted()).toEqual([...expected, 'resetPassword', 'signIn', 'validateToken']);
  expect(document.paths['/health'].get.security).toEqual([]);
  expect(document.paths['/suppliers'].get.security).toEqual([{ bearer: [] }]);
  // Registration needs a token, except for the first administrator.
  expect(document.paths['/Auth/register'].post.security).toEqual([{ bearer: [] }, {}]);
});

test('the headers that a client needs are described', () => {
  const headers = (name: string, status: number) => operations.get(name)?.headersOf(status);
  expect(headers('listSuppliers', 200)).toEqual(['X-Total-Count']);
  expect(headers('listSupplierHistory', 200)).toEqual(['X-Total-Count']);
  expect(headers('getSupplier', 200)).toEqual([]);
  expect([headers('signIn', 429), headers('getSupplier', 503)]).toEqual([['Retry-After'], ['Retry-After']]);
});

test('money and quantities are described as the decimals that are sent', () => {
  const { schema } = document.paths['/inward'].post.requestBody.content['application/json'];
  expect(schema.properties.totalGst).toMatchObject({ type: 'number', multipleOf: 0.01, minimum: 0 });
  expect(schema.properties.rawMaterials.items.properties.quantity).toMatchObject({ type: 'number', multipleOf: 0.001 });
  const answer = document.paths['/inward'].post.responses['201'].content['application/json'].schema;
  expect(answer.$ref).toBe('#/components/schemas/SavedInward');
  expect(document.components.schemas.SavedInward.properties.grandTotal).toMatchObject({
    type: 'number',
    description: 'Rupees.',
  });
});

test('the page with the description is served', async () => {
  const { status, text } = await app.anyone('GET', '/docs/');
  expect(status).toBe(200);
  expect(text).toContain('swagger-ui');
});
