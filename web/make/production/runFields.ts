/** The fields of a run's form that the paths of its bodies mean. */
import { lineField } from '#web/core/form/lines.ts';
import { filledOutputs, type RunDraft } from './runDraft.ts';

/** One field of the form has both ids of an item. */
function inputField(name: string): string {
  return name === 'rawMaterialId' || name === 'productId' ? 'item' : name;
}

function outputField(name: string): string {
  return name === 'productId' || name === 'finishedGoodId' ? 'product' : name;
}

/** Maps a field path of a body to the form. */
export function fieldOf(path: string, values: RunDraft): string {
  const [list = '', index = '', name = ''] = path.split('.');
  // '1.quantity' of create-multiple, 'quantity' of one production.
  const isOfMultiple = /^\d+$/.test(list);
  if (isOfMultiple)
    return index === 'productionDate' || index === 'status' ? index : `inputs.${list}.${inputField(index)}`;
  if (path === 'rawMaterialId' || path === 'quantity') return `inputs.0.${inputField(path)}`;
  // A list as a whole, or a field of the run.
  if (index === '') return path;
  if (list === 'inputs') return `inputs.${index}.${inputField(name)}`;
  if (list === 'losses') return `losses.${index}.${name === 'reason' ? name : 'quantity'}`;
  if (list === 'outputs') return lineField(path, { all: values.outputs, filled: filledOutputs(values) }, outputField);
  return path;
}
