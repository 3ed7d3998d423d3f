import { testShortForm } from '#test/shortForm.ts';
import { exhaust } from './exhaust.ts';
import { load } from './load.ts';

testShortForm(exhaust);
testShortForm(load);
