import { testShortForm } from '#test/shortForm.ts';
import { kill } from './kill.ts';

testShortForm(kill);
