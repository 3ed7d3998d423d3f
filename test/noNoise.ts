/**
 * A test during which something is written to console.error or console.warn fails. One that expects such a line
 * replaces the method itself: `vi.spyOn(console, 'error').mockReturnValue(undefined)`.
 */
import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

const noise: string[] = [];

for (const method of ['error', 'warn'] as const) {
  console[method] = (...values: unknown[]) => {
    noise.push(`console.${method}: ${format(...values)}`);
  };
}

function failIfNoisy(): void {
  const said = noise.splice(0);
  if (said.length > 0) throw new Error(`Nothing was expected on the console, but there was:\n${said.join('\n')}`);
}

afterEach(failIfNoisy);
afterAll(failIfNoisy);
