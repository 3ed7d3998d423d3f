import { testShortForm } from '#test/shortForm.ts';
import { access } from './access.ts';

testShortForm(access);
