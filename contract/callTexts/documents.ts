/** Texts of the calls of runs, recipes, dispatches and adjustments. */
import type { adjustmentEndpoints } from '../adjustments.ts';
import type { dispatchEndpoints } from '../dispatches.ts';
import type { recipeEndpoints } from '../recipes.ts';
import type { runEndpoints } from '../runs.ts';
import type { CallTexts } from './callText.ts';

export const runCallTexts: CallTexts<typeof runEndpoints> = {
  list: {
    operationId: 'listProductionRuns',
    tag: 'Production runs',
    summary: 'List production runs',
    description:
      'With inputs, outputs, losses and yield; `search` looks in batch numbers and in the names of what went in and came out.',
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
      'Inputs name their lots, or Godown proposes them. An output is a new batch of finished goods, or with `finishedGoodId` one that was recorded by itself. A 409 where an input exceeds its balance, a lot is on hold, or a batch number is used. The role `user` takes up such a batch unchanged: else a 409; so is one that a recall held when its run was deleted.',
  },
  update: {
    operationId: 'updateProductionRun',
    tag: 'Production runs',
    summary: 'Change a production run',
    description:
      'Inputs keep the lots that they have where none are named. A completed run needs a `reason`, which the history keeps. A 409 where something has left an output that would shrink. An output without an id is the batch of the same product and number that the run made; one on hold or recalled stays: a 409. What no recall reaches any more is as it was before.',
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

export const dispatchCallTexts: CallTexts<typeof dispatchEndpoints> = {
  list: {
    operationId: 'listDispatches',
    tag: 'Dispatches',
    summary: 'List dispatches',
    description: '`search` looks in buyer, invoice number and lot codes.',
  },
  get: { operationId: 'getDispatch', tag: 'Dispatches', summary: 'Read one dispatch with its lines' },
  nextInvoiceNumber: {
    operationId: 'getNextInvoiceNumber',
    tag: 'Dispatches',
    summary: 'Propose the next invoice number of a dispatch',
    description: 'The number of the newest dispatch, plus 1.',
  },
  create: {
    operationId: 'createDispatch',
    tag: 'Dispatches',
    summary: 'Record a dispatch to a buyer',
    description: 'A 409 where a lot has too little left, or is on hold or recalled.',
  },
  update: {
    operationId: 'updateDispatch',
    tag: 'Dispatches',
    summary: 'Change a dispatch',
    description:
      'Lines of the same lot stay. A 409 as on creation, and where the buyer returned more of a lot than would be left. Once something came back, the buyer stays, and the day is not after the return. A 409 too where less of a recalled lot would have been dispatched, and for another buyer than the one of whom an open recall has notes.',
  },
  remove: {
    operationId: 'deleteDispatch',
    tag: 'Dispatches',
    summary: 'Delete a dispatch and put its quantities back in stock',
    description: 'A 409 where the buyer returned some of it, or a lot is recalled.',
  },
};

export const adjustmentCallTexts: CallTexts<typeof adjustmentEndpoints> = {
  list: {
    operationId: 'listAdjustments',
    tag: 'Adjustments',
    summary: 'List adjustments',
    description: 'Opening stock, counts, write-offs and returns; `search` looks in reasons, lot codes and items.',
  },
  totals: {
    operationId: 'sumAdjustments',
    tag: 'Adjustments',
    summary: 'Sum adjustments',
    description: 'Of those that the same filters and `search` list.',
  },
  get: { operationId: 'getAdjustment', tag: 'Adjustments', summary: 'Read one adjustment with its lines' },
  create: {
    operationId: 'createAdjustment',
    tag: 'Adjustments',
    summary: 'Record opening stock, a count, a write-off or a return',
    description:
      'Of a count, what differs from the ledger is found or lost. What a buyer returned becomes a lot of its own, on hold. A 409 where a lot has too little left, or a buyer’s return is before its dispatch.',
  },
  update: {
    operationId: 'updateAdjustment',
    tag: 'Adjustments',
    summary: 'Change an adjustment',
    description: 'Its kind stays. A 409 where more has left a lot than would be in it.',
  },
  remove: {
    operationId: 'deleteAdjustment',
    tag: 'Adjustments',
    summary: 'Delete an adjustment and take back what it moved',
    description: 'A 409 where something has left a lot that it brought in, or a count has it.',
  },
};
