/** Empty since 012 replaced its change. The name stays, because databases have recorded it. */
import type { MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = () => Promise.resolve();
