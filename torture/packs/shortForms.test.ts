import { testShortForm } from '#test/shortForm.ts';
import { pack } from './pack.ts';

testShortForm(pack);
