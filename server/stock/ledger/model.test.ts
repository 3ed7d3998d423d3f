/** Random sequences of operations against a simple model. */
import { testShortForm } from '#test/shortForm.ts';
import { model } from '../../../torture/stock/model.ts';

testShortForm(model);
