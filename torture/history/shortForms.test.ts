import { testShortForm } from '#test/shortForm.ts';
import { history } from './history.ts';

testShortForm(history);
