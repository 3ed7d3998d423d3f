/** The server as a process: its environment, its sentences, its signals. */
import { readConfig, StartError } from './core/config.ts';
import { keepFilesPrivate } from './core/privateFiles.ts';

const OLDEST_NODE = 24;
/** Service managers often kill a server after ten seconds. */
const STOP_LIMIT_MS = 9000;

async function start(): Promise<void> {
  if (Number(process.versions.node.split('.')[0]) < OLDEST_NODE) {
    throw new StartError(
      `Godown needs Node ${OLDEST_NODE} or newer; this is ${process.version}. Start it with npm start.`,
    );
  }
  const config = readConfig(process.env);
  keepFilesPrivate(config, (sentence) => process.stderr.write(`${sentence}\n`));
  // Loaded here, so that a wrong environment is reported first.
  const { openServer } = await import('./openServer.ts');
  const server = await openServer(config);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    // Requests still running then are unacknowledged, and the engine rolls them back.
    setTimeout(() => {
      fail(new StartError(`Godown was not done within ${STOP_LIMIT_MS / 1000} s of being stopped, and ended at once.`));
      process.exit();
    }, STOP_LIMIT_MS).unref();
    await server.stop();
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop().catch(fail);
    });
  }
  try {
    for (const sentence of await server.listen()) process.stdout.write(`${sentence}\n`);
  } catch (error) {
    // Open connections would keep the process alive.
    await server.stop();
    throw error;
  }
}

function fail(error: unknown): void {
  const sentence = error instanceof StartError ? error.message : error;
  process.stderr.write(`${sentence instanceof Error ? (sentence.stack ?? sentence.message) : String(sentence)}\n`);
  process.exitCode = 1;
}

start().catch(fail);
