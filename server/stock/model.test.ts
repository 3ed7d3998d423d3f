/** Any order of any operations gives what a plain model gives. */
import { testShortForm } from '#test/shortForm.ts';
import { model } from '../../torture/stock/model.ts';

testShortForm(model);
