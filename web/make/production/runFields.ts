/** The fields of a run's form that the paths of its bodies mean. */
import { lineField } from '#web/core/form/lines.ts';
import { filledInputs, filledLosses, filledOutputs, type RunValues } from './runValues.ts';

/** One field of the form has both ids of an item. */
function inputField(name: string): string {
  return name === 'rawMaterialId' || name === 'productId' ? 'item' : name;
}

function outputField(name: string): string {
  return name === 'productId' || name === 'finishedGoodId' ? 'product' : name;
}

function lossField(name: string): string {
  return name === 'reason' || name === 'scrapPrice' ? name : 'quantity';
}

/** Maps a field path of a body to the form, whose untouched lines the body lacks. */
export function fieldOf(path: string, values: RunValues): string {
  const { inputs, outputs, losses } = values;
  const [list = '', index = ''] = path.split('.');
  const ofInput = (at: string) => lineField(`inputs.${at}`, { all: inputs, filled: filledInputs(values) }, inputField);
  // '1.quantity' of create-multiple, 'quantity' of one production.
  const isOfMultiple = /^\d+$/.test(list);
  if (isOfMultiple) return index === 'productionDate' || index === 'status' ? index : ofInput(path);
  if (path === 'rawMaterialId' || path === 'quantity') return ofInput(`0.${path}`);
  // A list as a whole, or a field of the run.
  if (index === '') return path;
  if (list === 'inputs') return ofInput(path.slice('inputs.'.length));
  if (list === 'losses') return lineField(path, { all: losses, filled: filledLosses(values) }, lossField);
  if (list === 'outputs') return lineField(path, { all: outputs, filled: filledOutputs(values) }, outputField);
  return path;
}
