import { testShortForm } from '#test/shortForm.ts';
import { hold } from './hold.ts';
import { lostUpdate } from './lostUpdate.ts';
import { once } from './idempotency.ts';
import { race } from './race.ts';
import { tornReads } from './tornReads.ts';
import { trace } from './trace.ts';

testShortForm(hold);
testShortForm(lostUpdate);
testShortForm(once);
testShortForm(race);
testShortForm(tornReads);
testShortForm(trace);
