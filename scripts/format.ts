/** `npm run format`: formats every file. */
import { runAloud } from './processes.ts';

process.exitCode = await runAloud({ package: 'oxfmt', args: ['.'] });
