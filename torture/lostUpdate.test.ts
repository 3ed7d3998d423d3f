import { testShortForm } from '#test/shortForm.ts';
import { lostUpdate } from './lostUpdate.ts';

testShortForm(lostUpdate);
