/**
 * `npm run dev`: one address for both. Vite serves the screens and hands /api on to the server, which runs behind it on a
 * free port and starts anew when one of its files changes.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { freePort } from './freePort.ts';
import { root } from './processes.ts';

const DEFAULT_PORT = 3000;

const port = Number(process.env['PORT'] ?? DEFAULT_PORT);
const apiPort = await freePort();
// vite.config.ts hands on /api to this address.
process.env['API_TARGET'] = `http://127.0.0.1:${apiPort}`;

const { createServer } = await import('vite');
const vite = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  server: { host: process.env['HOST'] ?? '127.0.0.1', port, strictPort: true },
});
await vite.listen();
vite.printUrls();

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', path.join(root, 'server/main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) },
});
server.on('exit', (code) => {
  process.exitCode = code ?? 0;
  void vite.close();
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
