import { testShortForm } from '#test/shortForm.ts';
import { bodies } from './bodies.ts';
import { files } from './files.ts';
import { fuzz } from './fuzz.ts';

testShortForm(bodies);
testShortForm(files);
testShortForm(fuzz);
