/** `npm run format`: writes every file the way `npm run check` wants it. */
import { runAloud } from './processes.ts';

process.exitCode = await runAloud({ package: 'prettier', args: ['--write', '--log-level=warn', '.'] });
