import { testShortForm } from '#test/shortForm.ts';
import { fuzzing } from './fuzz.ts';

testShortForm(fuzzing);
