import { testShortForm } from '#test/shortForm.ts';
import { upgrade } from './upgrade.ts';

testShortForm(upgrade);
