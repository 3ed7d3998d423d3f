import { testShortForm } from '#test/shortForm.ts';
import { diskFull, mountSmallDisk } from './diskFull.ts';
import { failedSync } from './failedSync.ts';
import { kill } from './kill.ts';
import { power } from './power.ts';
import { hasStrace } from './strace.ts';

const disk = mountSmallDisk();
disk?.remove();
const strace = hasStrace() ? undefined : /needs strace/;

testShortForm(kill);
// Their requirements are not everywhere. server/core/db/sqlite/sqlite.test.ts and server/core/http/faults.test.ts do
// without them.
testShortForm(power, { complaint: strace });
testShortForm(failedSync, { complaint: strace });
testShortForm(diskFull, { complaint: disk ? undefined : /needs a small disk/ });
