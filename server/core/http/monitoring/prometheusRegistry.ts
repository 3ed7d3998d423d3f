/** The server's Prometheus metrics. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { API_BASE } from '#contract/core/endpoint.ts';
import type { Store } from '../../db/connect.ts';
import { transactionsRetried } from '../../db/retrying.ts';

const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

export class PrometheusRegistry {
  readonly #registry = new Registry();
  readonly #requests: Histogram<'method' | 'route' | 'status'>;

  constructor(store: Store) {
    const registers = [this.#registry];
    // Memory, processor, event loop lag, garbage collection, file descriptors.
    collectDefaultMetrics({ register: this.#registry });
    this.#requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'How long requests took until their answer was handed over, by the pattern of their route.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATIONS,
      registers,
    });
    const retried = new Counter({
      name: 'godown_transactions_retried_total',
      help: 'Transactions that were run again because the engine asked for it.',
      registers,
      collect: () => {
        retried.reset();
        retried.inc(transactionsRetried());
      },
    });
    const { pool } = store;
    if (!pool) return;
    const connections = new Gauge({
      name: 'godown_database_connections',
      help: 'Connections of the pool to PostgreSQL: open and in use, open and idle; and requests that wait for one.',
      labelNames: ['state'],
      registers,
      collect: () => {
        connections.set({ state: 'used' }, pool.totalCount - pool.idleCount);
        connections.set({ state: 'idle' }, pool.idleCount);
        connections.set({ state: 'waited for' }, pool.waitingCount);
      },
    });
  }

  /** Records an answered request. The raw path is never a label: only routes of the contract are. */
  observe(request: FastifyRequest, reply: FastifyReply): void {
    const { endpoint } = request.routeOptions.config;
    const route = endpoint ? API_BASE + endpoint.path : 'other';
    const labels = { method: request.method, route, status: reply.statusCode };
    this.#requests.observe(labels, reply.elapsedTime / 1000);
  }

  /** All metrics and their content type. */
  async read(): Promise<{ contentType: string; text: string }> {
    return { contentType: this.#registry.contentType, text: await this.#registry.metrics() };
  }
}
