import { testShortForm } from '#test/shortForm.ts';
import { files } from './files.ts';

testShortForm(files);
