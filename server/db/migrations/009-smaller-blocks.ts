/** Nothing is left of what it changed: 012 took its place. Databases have it by this name. */
import type { MigrationSteps } from './dialect.ts';

export const up: MigrationSteps = () => Promise.resolve();
