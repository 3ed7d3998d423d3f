/** Texts of the calls of production, runs, recipes and finished goods. */
import type { batchCostEndpoints } from './batchCosts.ts';
import type { recipeEndpoints } from './recipes.ts';
import type { runEndpoints } from './runs.ts';
import type { goodEndpoints } from './goods.ts';
import type { productionEndpoints } from './production.ts';
import type { CallTexts } from '../core/callText.ts';
import { allocationTexts } from '../stock/lots/allocationOrder.ts';

const atMostBalance = 'More than the available balance is refused with a 409.';
const notExpired =
  'A lot past its expiry date is refused with a 409 where `afterExpiry` of its item is `refuse` or `reason`: the call of a run takes a reason.';
const warned = '`warnings` says what may be a slip, and refuses nothing.';
const atLeast = 'Less than the `minProductionQuantity` of a raw material is refused with a 400';

export const productionCallTexts: CallTexts<typeof productionEndpoints> = {
  list: {
    operationId: 'listProductions',
    tag: 'Production',
    summary: 'List productions',
    description: '`search` looks in raw material, its id and status.',
  },
  get: {
    operationId: 'getProduction',
    tag: 'Production',
    summary: 'Read one production and the lots that it consumed',
  },
  create: {
    operationId: 'createProduction',
    tag: 'Production',
    summary: 'Record what production used of one raw material',
    description: `${allocationTexts.rule} ${atMostBalance} ${atLeast}. ${notExpired} ${warned}`,
  },
  createMany: {
    operationId: 'createProductions',
    tag: 'Production',
    summary: 'Record what production used of several raw materials',
    description: `All lines are saved or none. ${allocationTexts.rule} Lines of the same raw material count together: ${atMostBalance.toLowerCase()} ${atLeast}. ${notExpired} ${warned}`,
  },
  update: {
    operationId: 'updateProduction',
    tag: 'Production',
    summary: 'Change a production',
    description: `Stock follows the new quantity and raw material. ${atMostBalance} ${atLeast}, unless the quantity stays. ${notExpired} Without \`status\` the status stays. ${warned}`,
  },
  remove: {
    operationId: 'deleteProduction',
    tag: 'Production',
    summary: 'Delete a production',
    description:
      'Its quantity returns to stock. A 409 where its run would then make more than went in, or notes more of it as lost than would be left.',
  },
  lastQuantity: {
    operationId: 'getLastQuantity',
    tag: 'Raw materials',
    summary: 'Read the last quantity that production used of a raw material',
    description:
      'Quantity of its newest production by date; null without one. `exceptId` leaves out the production that is edited.',
  },
  report: {
    operationId: 'listProductionReport',
    tag: 'Production',
    summary: 'List what production used, by date',
    description: 'The newest date first. `search` looks in the name of the raw material.',
  },
  reportDays: {
    operationId: 'listProductionDays',
    tag: 'Production',
    summary: 'List what production used, a row for each date',
    description:
      'The newest date first; its status is that of its first report. `search` finds the dates on which a raw material was used.',
  },
};

export const goodCallTexts: CallTexts<Pick<typeof goodEndpoints, 'batchNumberUse' | 'perProduct'>> = {
  batchNumberUse: {
    operationId: 'getBatchNumberUse',
    tag: 'Finished goods',
    summary: 'Check whether a batch number is used already',
    description:
      'By another finished good than `exceptId`, in small or capital letters. One that has no run can be an output of a run, by its `finishedGoodId`.',
  },
  perProduct: {
    operationId: 'listQuantityPerProduct',
    tag: 'Finished goods',
    summary: 'List the quantity of each product by status',
    description: 'Only products that have finished goods, in units of the product.',
  },
};

export const runCallTexts: CallTexts<typeof runEndpoints> = {
  list: {
    operationId: 'listProductionRuns',
    tag: 'Production runs',
    summary: 'List production runs',
    description:
      'With inputs, outputs, losses and yield; `search` looks in batch numbers and in the names of inputs and outputs.',
  },
  organic: {
    operationId: 'getOrganicMasses',
    tag: 'Production runs',
    summary: 'Read the organic mass of lots under each scheme',
    description:
      'The mass of ingredients that a run would consume, as their share would be computed: without water and gain of earlier runs, and before our own certificates for the product.',
  },
  get: {
    operationId: 'getProductionRun',
    tag: 'Production runs',
    summary: 'Read one production run with the lots of its inputs',
  },
  create: {
    operationId: 'createProductionRun',
    tag: 'Production runs',
    summary: 'Record a production run: inputs, outputs and losses, all or none',
    description:
      'Inputs name their lots, or Godown proposes them. An output is a new batch of finished goods, or with `finishedGoodId` one that was recorded by itself. A 409 where an input exceeds its balance, a lot is on hold, or a batch number is used, and at the first output beyond where outputs and losses are more than went in and the `maxGainPercent` of the outputs allows: with a `gainReason` it is saved, and `warnings` says so. A 409 too where a lot is past its expiry date and `afterExpiry` of its item is `refuse`, or `reason` and there is no `afterExpiryReason`; `warnings` names such lots. The role `user` takes up such a batch unchanged: else a 409; so is one that a recall held when its run was deleted.',
  },
  update: {
    operationId: 'updateProductionRun',
    tag: 'Production runs',
    summary: 'Change a production run',
    description:
      'Inputs keep the lots that they have where none are named. A completed run needs a `reason`, which the history keeps. A 409 where something has left an output that would shrink, and as on creation where more would come out than went in, and than before, or more of a lot would be taken after its expiry date. An output without an id is the batch of the same product and number that the run made; one on hold or recalled stays: a 409. What no recall reaches any more is as it was before.',
  },
  progress: {
    operationId: 'continueProductionRun',
    tag: 'Production runs',
    summary: 'Go on with a production run in progress, or complete it',
    description:
      'A 409 for a completed run. The role `user` neither changes nor removes a batch that was recorded by itself, nor frees one of a recall by other inputs: a 409.',
  },
  remove: {
    operationId: 'deleteProductionRun',
    tag: 'Production runs',
    summary: 'Delete a production run with its outputs',
    description: 'Inputs go back to their lots. A 409 where something has left one of its outputs.',
  },
};

export const recipeCallTexts: CallTexts<typeof recipeEndpoints> = {
  list: {
    operationId: 'listRecipes',
    tag: 'Recipes',
    summary: 'List recipes in their newest version',
    description: 'With what the ingredients cost at the last prices; `search` looks in products and ingredients.',
  },
  get: { operationId: 'getRecipe', tag: 'Recipes', summary: 'Read the newest version of a recipe' },
  versions: {
    operationId: 'listRecipeVersions',
    tag: 'Recipes',
    summary: 'List the versions of a recipe',
    description: 'The newest first. Runs keep the version that they used; costs are those of today.',
  },
  markets: {
    operationId: 'getRecipeMarkets',
    tag: 'Recipes',
    summary: 'Read who may buy what a recipe would make today',
    description:
      'The answer for a batch that is made today of the lots that a run takes by itself; our own certificates count as well. Where an ingredient is short, `may` is false, and `why` names it.',
  },
  create: { operationId: 'createRecipe', tag: 'Recipes', summary: 'Add a recipe' },
  update: {
    operationId: 'updateRecipe',
    tag: 'Recipes',
    summary: 'Change a recipe',
    description: 'Where a run has used it, the change makes a new version; the run keeps its own.',
  },
  remove: {
    operationId: 'deleteRecipe',
    tag: 'Recipes',
    summary: 'Delete a recipe',
    description: 'Runs that used it keep their version.',
  },
};

export const batchCostCallTexts: CallTexts<typeof batchCostEndpoints> = {
  list: {
    operationId: 'listBatchCosts',
    tag: 'Finished goods',
    summary: 'List what the batches of runs cost',
    description:
      'Material, charges and overhead, yield against the recipe, and the sale price. `search` looks in batch number and product.',
  },
  totals: { operationId: 'getBatchCostTotals', tag: 'Finished goods', summary: 'Sum what the batches of runs cost' },
};
