import { testShortForm } from '#test/shortForm.ts';
import { engine } from './engine.ts';

testShortForm(engine);
