import { testShortForm } from '#test/shortForm.ts';
import { killStart } from './killStart.ts';

testShortForm(killStart);
