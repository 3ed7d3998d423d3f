/** Serves the built screens beside the API. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_BASE, TIME_ZONE_COOKIE } from '#contract/core/endpoint.ts';
import { errorTexts } from '#contract/core/errors.ts';
import { setToken } from './antiForgery.ts';
import { notFound } from './errors.ts';

const PAGE = 'index.html';
/** The folder of built assets, whose file names contain a hash of the content. */
const ASSETS = 'assets';
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves the files of `screensDir`, and the page at every other path outside the API, since the screens route on the
 * client. The page's response has the cookies that the screens read. Without the folder only the API is served. Missing files are a 404.
 */
export function serveScreens(app: FastifyInstance, screensDir: string | undefined, timeZone: string): void {
  const hasScreens = screensDir !== undefined && existsSync(join(screensDir, PAGE));
  if (hasScreens) {
    // A single wildcard route: a route per file makes the start a fifth longer.
    app.register(serveStatic, {
      root: join(screensDir, ASSETS),
      prefix: `/${ASSETS}/`,
      index: false,
      cacheControl: false,
      // The build compresses each file with brotli and gzip.
      preCompressed: true,
      setHeaders: (reply, path) => {
        // The page refers to the hashed files, so it must be revalidated.
        reply.header('cache-control', path.startsWith(join(screensDir, PAGE)) ? 'no-cache' : FOREVER);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    const isScreen = isRead && !request.url.toLowerCase().startsWith(`${API_BASE}/`);
    if (!hasScreens || !isScreen) throw notFound(errorTexts.notFound);
    setToken(request, reply);
    reply.setCookie(TIME_ZONE_COOKIE, timeZone, { path: '/', sameSite: 'strict' });
    return reply.sendFile(PAGE, screensDir);
  });
}
