/** /metrics for Prometheus: with METRICS_TOKEN or, if none is set, from this machine under its own names only. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { errorTexts } from '#contract/core/errors.ts';
import { refusalTexts } from '#contract/core/refusals.ts';
import { ApiError, notFound } from '../errors.ts';
import type { PrometheusRegistry } from './prometheusRegistry.ts';
import { isFromThisMachine } from '../requestOrigin.ts';
import type { Config } from '../../config.ts';
import type { Services } from '../../services.ts';

const PATH = '/metrics';
function isSame(sent: string, token: string): boolean {
  const [a, b] = [sent, token].map((text) => createHash('sha256').update(text).digest());
  return a !== undefined && b !== undefined && timingSafeEqual(a, b);
}

/** Throws 404 for a remote client if no token is set, and 401 for a wrong token. */
function checkMayRead(request: FastifyRequest, config: Config): void {
  const { metricsToken: token } = config;
  if (token === undefined) {
    if (!isFromThisMachine(request, config)) throw notFound(errorTexts.notFound);
    return;
  }
  const sent = /^Bearer (\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? '';
  if (!isSame(sent, token)) throw new ApiError('unauthenticated', refusalTexts.noMetricsToken);
}

/**
 * Serves the metrics. The library is loaded and metrics are collected lazily: from the start with METRICS_TOKEN, else
 * from the first request.
 */
export function serveMetrics(app: FastifyInstance, { store, config }: Services): void {
  let registry: PrometheusRegistry | undefined;
  let loading: Promise<PrometheusRegistry> | undefined;
  const started = () => {
    loading ??= import('./prometheusRegistry.ts').then((module) => (registry = new module.PrometheusRegistry(store)));
    return loading;
  };
  if (config.metricsToken !== undefined) app.addHook('onReady', async () => void (await started()));
  app.addHook('onResponse', (request, reply, done) => {
    registry?.observe(request, reply);
    done();
  });
  app.get(PATH, { schema: { hide: true } }, async (request, reply) => {
    checkMayRead(request, config);
    const { contentType, text } = await (await started()).read();
    return reply.type(contentType).send(text);
  });
}
