import { commonHost, testShortForm } from '#test/shortForm.ts';
import { hold } from './hold.ts';
import { lostUpdate } from './lostUpdate.ts';
import { once } from './idempotency.ts';
import { race } from './race.ts';
import { tornReads } from './tornReads.ts';
import { trace } from './trace.ts';

// One after the other, on the same servers.
const host = commonHost();
testShortForm(hold, { host });
testShortForm(lostUpdate, { host });
testShortForm(once, { host });
testShortForm(race, { host });
testShortForm(tornReads, { host });
testShortForm(trace);
