import { testShortForm } from '#test/shortForm.ts';
import { once } from './once.ts';

testShortForm(once);
