import { healthEndpoint } from '#contract/health.ts';
import type { Routes } from './routes.ts';

export function registerHealth(routes: Routes): void {
  routes.read(healthEndpoint, () => Promise.resolve({ status: 'ok' }));
}
