import { testShortForm } from '#test/shortForm.ts';
import { access } from './access.ts';
import { guess } from './guess.ts';

testShortForm(access);
testShortForm(guess);
