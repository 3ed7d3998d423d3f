import { testShortForm } from '#test/shortForm.ts';
import { clock } from './clock.ts';

testShortForm(clock);
