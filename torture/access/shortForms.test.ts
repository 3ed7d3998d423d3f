import { testShortForm } from '#test/shortForm.ts';
import { guess } from './guess.ts';

testShortForm(guess);
