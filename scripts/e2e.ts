/** `npm run e2e [-- FILTER]`: only the browser tests, against the production build. */
import { ensureTestBrowsers } from './chromium.ts';
import { runAloud } from './processes.ts';
import { ensureScreens } from './screens.ts';

await ensureTestBrowsers();
await ensureScreens();
process.exitCode = await runAloud({
  package: '@playwright/test',
  command: 'playwright',
  args: ['test', ...process.argv.slice(2)],
});
