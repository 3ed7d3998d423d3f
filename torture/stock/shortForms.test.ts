import { testShortForm } from '#test/shortForm.ts';
import { lostUpdate } from './lostUpdate.ts';
import { once } from './idempotency.ts';
import { race } from './race.ts';
import { tornReads } from './tornReads.ts';

testShortForm(lostUpdate);
testShortForm(once);
testShortForm(race);
testShortForm(tornReads);
