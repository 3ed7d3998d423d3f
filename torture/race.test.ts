import { testShortForm } from '#test/shortForm.ts';
import { race } from './race.ts';

testShortForm(race);
