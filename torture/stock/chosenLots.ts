/** The lots that runs of the model choose by hand. */
import type { Model, RunContent } from './lotModel.ts';
import { sumFrom, type Take } from './takes.ts';

/**
 * The newest lots that cover the inputs chosen by hand, those of the run itself included; undefined for other inputs, and
 * where lots don't cover one.
 */
export function chosenLots(
  model: Model,
  { inputs }: Pick<RunContent, 'inputs'>,
  runId?: number,
): (readonly Take[] | undefined)[] {
  const run = model.runs.get(runId ?? 0);
  const own = (run?.inputs ?? []).flatMap((input) => model.productions.get(input)?.takes ?? []);
  const gone = new Map<number, number>();
  return inputs.map(({ material, quantity, byHand }) => {
    if (!byHand) return undefined;
    let missing = quantity;
    const takes: Take[] = [];
    for (const lot of model.present().toReversed()) {
      if (model.lots[lot]?.material !== material || model.held.has(lot)) continue;
      const taken = Math.min(missing, model.left(lot) + sumFrom(own, lot) - (gone.get(lot) ?? 0));
      if (taken > 0) takes.push({ lot, quantity: taken });
      missing -= Math.max(0, taken);
    }
    if (missing > 0) return undefined;
    for (const take of takes) gone.set(take.lot, (gone.get(take.lot) ?? 0) + take.quantity);
    return takes;
  });
}
