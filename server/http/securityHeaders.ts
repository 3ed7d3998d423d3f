import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

// An import of node:http would load the client with which Node plays the browser as well: 13 MB in an empty process.
const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');

const protect = helmet({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      fontSrc: ["'self'"],
      scriptSrc: ["'self'"],
      // Mantine writes its sizes into style elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      // Godown is often served without TLS inside an office; a proxy that adds TLS adds these.
      upgradeInsecureRequests: null,
    },
  },
  strictTransportSecurity: false,
});

/** What helmet adds to an answer. It is the same for all of them, so it is asked once, with an answer that nobody gets. */
function madeHeaders(): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  protect(request, response, () => undefined);
  const given = Object.fromEntries(Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]));
  // What is answered is some people's business, and no browser's or proxy's to keep; files of the screens say otherwise.
  return { ...given, 'cache-control': 'no-store' };
}

/** The security headers of every answer (specification §7, design §3: `script-src 'self'`), which also keep it out of caches. */
export const securityHeaders = madeHeaders();

/** Sends the security headers with every answer that comes from a route; what is refused before sends them by itself. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
}
