/** After each file: most build their server in a beforeAll, where an afterAll would be registered too late to run. */
import { afterAll } from 'vitest';
import { closeTestApps } from './buildTestApp.ts';

afterAll(closeTestApps);
