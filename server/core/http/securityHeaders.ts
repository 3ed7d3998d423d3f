import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import helmet from 'helmet';

// Importing node:http would also load Node's fetch client: 13 MB.
const { IncomingMessage, ServerResponse } = process.getBuiltinModule('node:http');

const protect = helmet({
  contentSecurityPolicy: {
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      fontSrc: ["'self'"],
      // The reader of barcodes is WebAssembly of our own.
      scriptSrc: ["'self'", "'wasm-unsafe-eval'"],
      // Mantine uses inline style elements.
      styleSrc: ["'self'", "'unsafe-inline'"],
      // Files from outside are drawn (web/core/form/files/pdfDocument.ts), never handed to a program of the browser.
      frameSrc: ["'none'"],
      imgSrc: ["'self'", 'data:', 'blob:'],
      workerSrc: ["'self'", 'blob:'],
      // Godown is often served without TLS inside an office; a TLS proxy adds these.
      upgradeInsecureRequests: null,
    },
  },
  strictTransportSecurity: false,
});

/** Helmet's headers. They are constant, so they are computed once on a dummy response. */
function computeHeaders(): Record<string, string> {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  protect(request, response, () => undefined);
  const headers = Object.fromEntries(
    Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)]),
  );
  // Answers are private and must not be cached; the screens' files override this.
  return { ...headers, 'cache-control': 'no-store' };
}

/** The security headers of every answer (specification §7), with `script-src 'self'` and no-store. */
export const securityHeaders = computeHeaders();

/** Adds the security headers to every routed answer; earlier refusals add them themselves. */
export function sendSecurityHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(securityHeaders);
    done();
  });
}
