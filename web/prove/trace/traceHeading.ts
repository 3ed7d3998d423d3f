import { formatDate } from '#contract/core/values/format.ts';
import { traceTexts, type Trace } from '#contract/prove/trace.ts';
import { documentTexts } from '#contract/stock/documentTexts.ts';

/** Names the subject of a trace, such as 'Trace of batch GM-8, Garam masala 100 g'; empty where it is gone. */
export function traceHeading({ nodes, root }: Trace): string {
  const node = nodes.find(({ id }) => id === root);
  if (!node) return '';
  const { kind, finishedGoodId, label, itemName, day } = node;
  const ofDay = day ? formatDate(day) : '';
  const name = itemName ? `${label}, ${itemName}` : label;
  // Runs, and dispatches without an invoice number, are called by their day.
  const isOfDay = label === documentTexts.run(ofDay) || label === documentTexts.dispatch(ofDay, '');
  return traceTexts.of(kind === 'lot' && finishedGoodId ? 'batch' : kind, isOfDay ? ofDay : name);
}
