/** Serves the built screens beside the API. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import serveStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { API_BASE } from '#contract/endpoints.ts';
import { errorTexts } from '#contract/errors.ts';
import { giveToken } from './antiForgery.ts';
import { notFound } from './errors.ts';

const PAGE = 'index.html';
/** Where the build lays what the page names: files whose names change with their content. */
const ASSETS = 'assets';
const FOREVER = 'public, max-age=31536000, immutable';

/**
 * Serves the files of `screensDir`, and its page at every other address outside the API: the screens' paths are no files,
 * the page reads them. Without the folder only the API is there. What isn't found answers 404.
 */
export function serveScreens(app: FastifyInstance, screensDir: string | undefined): void {
  const hasScreens = screensDir !== undefined && existsSync(join(screensDir, PAGE));
  if (hasScreens) {
    // One route for the folder: one for each of its files made every start a fifth longer.
    app.register(serveStatic, {
      root: join(screensDir, ASSETS),
      prefix: `/${ASSETS}/`,
      index: false,
      cacheControl: false,
      // The build lays each file beside itself in brotli and gzip.
      preCompressed: true,
      setHeaders: (reply, path) => {
        // The page that names the files must be asked for anew.
        reply.header('cache-control', path.startsWith(join(screensDir, PAGE)) ? 'no-cache' : FOREVER);
      },
    });
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen = request.method === 'GET' && !request.url.toLowerCase().startsWith(`${API_BASE}/`);
    if (!hasScreens || !isScreen) throw notFound(errorTexts.notFound);
    giveToken(request, reply);
    return reply.sendFile(PAGE, screensDir);
  });
}
