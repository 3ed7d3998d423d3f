/** How the server lets go of its clients when it stops: what is in flight is answered, whoever dawdles is cut off. */
import type { FastifyInstance } from 'fastify';

/** After so long a client that still sends or still reads is cut off. */
const PATIENCE_MS = 5000;

/**
 * Answers what is in flight while the server stops, and what still comes on connections that are open, each on a connection
 * that closes: kept open, it would hold up the end. The function that it answers tells whether the server stops.
 */
export function shutDownGracefully(app: FastifyInstance, patienceMs = PATIENCE_MS): () => boolean {
  let stopping = false;
  app.addHook('preClose', () => {
    stopping = true;
    const impatience = setTimeout(() => app.server.closeAllConnections(), patienceMs).unref();
    app.server.once('close', () => clearTimeout(impatience));
    return Promise.resolve();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done();
  });
  return () => stopping;
}
