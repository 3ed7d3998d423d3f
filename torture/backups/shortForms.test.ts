import { testShortForm } from '#test/shortForm.ts';
import { backup } from './backup.ts';

testShortForm(backup);
