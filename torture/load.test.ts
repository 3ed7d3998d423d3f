import { testShortForm } from '#test/shortForm.ts';
import { load } from './load.ts';

testShortForm(load);
