import { testShortForm } from '#test/shortForm.ts';
import { files } from './files.ts';
import { fuzz } from './fuzz.ts';

testShortForm(files);
testShortForm(fuzz);
