/**
 * `npm run dev`: Vite serves the screens and proxies /api to the server, which runs on a free port and restarts when one
 * of its files changes.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '#test/freePort.ts';
import { root } from './processes.ts';

const DEFAULT_PORT = 3000;
const SERVER_WAIT_MS = 10_000;

/** Waits until the server answers, or for the timeout: a server that fails to start prints why itself. */
async function untilAnswered(address: string): Promise<void> {
  const deadline = performance.now() + SERVER_WAIT_MS;
  while (performance.now() < deadline) {
    const answered = await fetch(`${address}/api/health`).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await wait(100);
  }
}

const apiPort = await freePort();
const apiAddress = `http://127.0.0.1:${apiPort}`;
// The proxy target in vite.config.ts.
process.env['API_TARGET'] = apiAddress;

const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', path.join(root, 'server/main.ts')], {
  stdio: 'inherit',
  env: { ...process.env, HOST: '127.0.0.1', PORT: String(apiPort) },
});

const { createServer } = await import('vite');
const screens = await createServer({
  configFile: path.join(root, 'vite.config.ts'),
  clearScreen: false,
  server: {
    host: process.env['HOST'] || '127.0.0.1',
    port: Number(process.env['PORT'] || DEFAULT_PORT),
    strictPort: true,
  },
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => server.kill(signal));
server.on('exit', (code) => {
  process.exitCode ??= code ?? 0;
  void screens.close();
});

await untilAnswered(apiAddress);
try {
  await screens.listen();
  console.log('\nBoth are at one address; the server’s own, above, is only for Vite:');
  screens.printUrls();
} catch (error) {
  // Such as a port in use.
  console.error(error instanceof Error ? error.message : error);
  server.kill();
  process.exitCode = 1;
}
