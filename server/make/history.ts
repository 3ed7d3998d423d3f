/** The history of finished goods, productions and runs. */
import { productionStatusLabels } from '#contract/documentStatus.ts';
import { kindLabel } from '#contract/kinds.ts';
import { outputCostLabels, scrapPriceLabel } from '#contract/make/costTerms.ts';
import { goodLabels, goodStatusLabels } from '#contract/make/goods.ts';
import { productionLabels } from '#contract/make/production.ts';
import { runLabels, runLineLabels, runRecipeLabel } from '#contract/make/runs.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';
import { eventTexts } from '#contract/stock/eventTexts.ts';
import {
  amountOf,
  day,
  fieldsOf,
  listOf,
  named,
  nameIn,
  oneOf,
  quantity,
  quantityOf,
  someAmount,
  textOf,
  thousandths,
  type RecordedKind,
  type Snapshot,
} from '../core/records/historyFields.ts';
import { itemLine } from '../stock/documents/historyLines.ts';

/** A field of cost behind its line, where it has one: ' · Share of cost (%) 70'. */
const costText = (label: string, value: string) => (value === '' ? '' : ` · ${label} ${value}`);
const outputText = ({ batchNumber, quantity: moved, unit, productName, costShare, byProductPrice }: Snapshot) =>
  `${textOf(batchNumber)} ${quantityOf(moved, unit)} (${textOf(productName)})` +
  costText(outputCostLabels.costShare, quantityOf(costShare, '')) +
  costText(outputCostLabels.byProductPrice, amountOf(byProductPrice));
const lossText = ({ reason, grams, scrapPrice, ...line }: Snapshot) =>
  `${textOf(reason)} ${typeof grams === 'number' ? quantityOf(grams, 'g') : itemLine(line)}` +
  costText(scrapPriceLabel, amountOf(scrapPrice));

const goods: RecordedKind = {
  kind: 'goods',
  table: 'finished_good',
  historyName: nameIn('batchNumber'),
  historyFields: [
    ...fieldsOf(goodLabels, {
      productId: named('productName'),
      quantity,
      status: oneOf(goodStatusLabels),
      manufactureDate: day,
      expiryDate: day,
    }),
    ...fieldsOf({ runId: kindLabel('runs') }, { runId: (id) => (id ? eventTexts.run(textOf(id)) : '') }),
  ],
};

const production: RecordedKind = {
  kind: 'production',
  table: 'production',
  historyName: nameIn('rawMaterialName'),
  historyFields: fieldsOf(productionLabels, {
    rawMaterialId: named('rawMaterialName'),
    quantity,
    productionDate: day,
    status: oneOf(productionStatusLabels),
  }),
};

const runs: RecordedKind = {
  kind: 'runs',
  table: 'production_run',
  // The batch numbers of its outputs, else its day.
  historyName: ({ outputs, productionDate }) =>
    listOf(({ batchNumber }) => textOf(batchNumber))(outputs, {}) || documentTexts.run(day(productionDate, {})),
  historyFields: [
    ...fieldsOf(runLabels, {
      productionDate: day,
      status: oneOf(productionStatusLabels),
      charges: someAmount,
      hours: thousandths,
    }),
    ...fieldsOf(
      { recipeVersion: runRecipeLabel },
      { recipeVersion: (version, { recipeId }) => (recipeId ? `${textOf(recipeId)}, version ${textOf(version)}` : '') },
    ),
    ...fieldsOf(runLineLabels, { inputs: listOf(itemLine), outputs: listOf(outputText), losses: listOf(lossText) }),
  ],
};

export const recordedInMake = [goods, production, runs];
