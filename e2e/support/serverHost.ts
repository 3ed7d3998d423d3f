/**
 * Servers of the tests in one process, one after the other or side by side, each with a port and a data folder of its own:
 * loading and compiling the server for each would take a second of the processor. Started by `servers.ts`.
 */
import { copySqliteTemplate } from '#test/testDatabases.ts';
import { readConfig } from '#server/core/config.ts';
import { openServer, type Server } from '#server/openServer.ts';
import type { Done, Order } from './serverOrders.ts';

const servers = new Map<string, Server>();

async function carryOut({ address, environment }: Order): Promise<void> {
  if (environment) {
    const config = readConfig(environment);
    if (config.databaseUrl === undefined) await copySqliteTemplate(config);
    const server = await openServer(config);
    servers.set(address, server);
    await server.listen();
  } else {
    await servers.get(address)?.stop();
    servers.delete(address);
  }
}

process.on('message', (order: Order) => {
  const answer = (fault?: string) => process.send?.({ address: order.address, fault } satisfies Done);
  carryOut(order).then(
    () => answer(),
    (error: unknown) => answer(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
});
// The test runner has ended.
process.once('disconnect', () => process.exit());
