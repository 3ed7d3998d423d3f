/** A client that a common generator makes of the API's description, as somebody else's program would use it. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { root, runQuietly } from '../scripts/processes.ts';
import { buildTestApp } from './buildTestApp.ts';

const run = promisify(execFile);
const folder = mkdtempSync(path.join(tmpdir(), 'godown client '));
afterAll(() => rmSync(folder, { recursive: true }));

const tsconfig = {
  extends: path.join(root, 'tsconfig.base.json'),
  compilerOptions: { lib: ['esnext', 'dom'], types: ['node'] },
  include: ['*.ts'],
};

const generatedFile = './client.ts';
const program = `
import { ok } from '@oazapfts/runtime';
import { createSupplier, defaults, listSuppliers, updateSupplier, type Supplier } from '${generatedFile}';

const [baseUrl = '', token = ''] = process.argv.slice(2);
defaults.baseUrl = baseUrl;
defaults.headers = { authorization: 'Bearer ' + token };

const wanted = { name: 'Kumaon Growers', phone: '9412345678' };
const added: Supplier = await ok(createSupplier(wanted, { idempotencyKey: 'once' }));
const again: Supplier = await ok(createSupplier(wanted, { idempotencyKey: 'once' }));
const { supplierId, updatedAt } = added;
const body = { ...wanted, name: 'Kumaon Growers Ltd', status: 0, updatedAt } as const;
const changed: Supplier = await ok(updateSupplier(String(supplierId), body));
const repeated: Supplier = await ok(updateSupplier(String(supplierId), body));
const stale = await updateSupplier(String(supplierId), body, { headers: { 'if-match': updatedAt } });
const page = await listSuppliers({ page: 1, search: 'kumaon' });
const found: Supplier[] = page.status === 200 ? page.data : [];
console.log(
  JSON.stringify({
    isSameAgain: again.supplierId === supplierId,
    changed: [changed.name, repeated.status],
    refused: stale.status === 409 && stale.data.code,
    found: found.map(({ name }) => name),
    total: page.headers.get('x-total-count'),
  }),
);
`;

function inFolder(name: string): string {
  return path.join(folder, name);
}

test('a generated client compiles under strict TypeScript, and lists, adds and changes a supplier', async () => {
  const app = await buildTestApp();
  const port = await app.listen();
  const { token } = await app.person('admin');
  writeFileSync(inFolder('openapi.json'), (await app.anyone('GET', '/openapi.json')).text);
  writeFileSync(inFolder('package.json'), '{ "type": "module" }');
  writeFileSync(inFolder('tsconfig.json'), JSON.stringify(tsconfig));
  writeFileSync(inFolder('suppliers.ts'), program);
  symlinkSync(path.join(root, 'node_modules'), inFolder('node_modules'), 'junction');

  const generated = await runQuietly({
    package: 'oazapfts',
    args: [inFolder('openapi.json'), inFolder(generatedFile)],
  });
  expect(generated.code, generated.output).toBe(0);
  const compiled = await runQuietly({ package: 'typescript', command: 'tsc', args: ['-p', inFolder('tsconfig.json')] });
  expect(compiled).toEqual({ code: 0, output: '' });
  const ran = await run(process.execPath, [inFolder('suppliers.ts'), `http://127.0.0.1:${port}/api`, token]);
  expect(JSON.parse(ran.stdout)).toEqual({
    isSameAgain: true,
    changed: ['Kumaon Growers Ltd', 0],
    refused: 'conflict',
    found: ['Kumaon Growers Ltd'],
    total: '1',
  });
});
