import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { keepCompiled } from './e2e/support/godown.ts';

const serverTests = {
  include: ['{server,seed,torture,test/api}/**/*.test.ts'],
  setupFiles: ['./test/noNoise.ts', './test/closeTestApps.ts'],
};

export default defineConfig({
  test: {
    // Processes rather than threads: native modules, and servers that tests kill.
    pool: 'forks',
    // One process for many files: nothing of ours is kept beside what a test makes for itself.
    isolate: false,
    // One more than there are processors: tests wait for disks, engines and servers of their own.
    maxWorkers: availableParallelism() + 1,
    // For what hangs alone: a machine that has much else to do may take ten times as long as an idle one.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // A test left out by hand is a mistake here: CI fails on `.only` by itself, a laptop must as well.
    allowOnly: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['{contract,web,test,scripts}/**/*.test.{ts,tsx}'],
          exclude: ['test/api/*.test.ts'],
          setupFiles: ['./test/noNoise.ts'],
        },
      },
      // The server's tests run twice, each time on another engine.
      {
        extends: true,
        test: {
          name: 'sqlite',
          ...serverTests,
          // Mails of codes ask nothing of an engine but the shared counts of PostgreSQL.
          exclude: ['server/core/db/postgres/*.test.ts', 'server/core/auth/codeMails.test.ts'],
          env: { TEST_ENGINE: 'sqlite', ...keepCompiled },
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          ...serverTests,
          exclude: [
            // PostgreSQL brings its own tools for backups; only what the calls say there is ours.
            'server/office/backups/!(routes).test.ts',
            'torture/backups/*.test.ts',
            // Attacks on roles and on starts: their long forms attack both engines.
            'torture/access/access.test.ts',
            'torture/crashes/killStart.test.ts',
            // Independent of the engine, or for SQLite alone: HTTP, roles, files, texts and numbers.
            'server/core/{calendar,config,privateFiles}.test.ts',
            'torture/{clients,input,load,packs}/*.test.ts',
            'server/core/auth/userAgent.test.ts',
            'server/core/db/sqlite/*.test.ts',
            'server/core/pdf/*.test.ts',
            'server/prove/packs/{activeFiles,unprintable}.test.ts',
            'server/prove/packs/file/*.test.ts',
            'server/core/records/{activeContent,examinedFiles}.test.ts',
            'server/prove/trace/traceRead.test.ts',
            'server/core/http/{clientErrors,openApi,screens}.test.ts',
            'server/core/http/limits/{bodyBounds,bodyDeadline,slots,workerThreads}.test.ts',
            'test/api/access.test.ts',
            // Made of calls whose own tests run on both engines.
            'server/core/http/openApiCalls.test.ts',
            'seed/seed.test.ts',
            'torture/history/*.test.ts',
          ],
          env: { TEST_ENGINE: 'postgres', ...keepCompiled },
          globalSetup: ['./test/postgresSetup.ts'],
        },
      },
    ],
  },
});
