/** A run that is not recorded: claims of what it would make of lots, by the same computation as those of recorded ones. */
import type { ItemPart } from '#contract/stock/stock.ts';
import type { Database, Trx } from '../../core/db/tables.ts';
import { findOrigins, type Origins, type Source } from './origins.ts';

/** The lot that a planned run would make. Recorded lots have ids above zero. */
export const PLANNED_LOT = -1;
/** An output of which nothing is known but its inputs. */
export const unknownOutput = { itemId: 0, part: 'ingredient', milligrams: null, quantity: 0 } as const;
const PLANNED_RUN = -1;

/** An item with what its mass counts for. */
export interface PlannedItem {
  itemId: number;
  part: ItemPart;
  /** Weight of one unit; null if unknown. */
  milligrams: number | null;
}

export interface PlannedRun {
  day: string;
  /** Thousandths of lots. */
  inputs: readonly { lotId: number; quantity: number }[];
  /** Inputs whose lots do not matter, such as water. */
  others: readonly (PlannedItem & { quantity: number })[];
  output: PlannedItem & { quantity: number };
}

function sourceOf(lotId: number, { itemId, part, milligrams }: PlannedItem, day: string): Source {
  const unknown = { parentLotId: null, price: null, runId: null, supplierId: null, claim: null, certificateId: null };
  const none = { documented: 0, surplus: 0 };
  return { ...unknown, ...none, lotId, itemId, part, milligrams, origin: 'found', receivedOn: day };
}

/** Where the lots of a planned run came from, with the run and the lot that it would make. */
export async function findPlannedOrigins(db: Database | Trx, planned: PlannedRun): Promise<Origins> {
  const { day, inputs, others, output } = planned;
  const origins = await findOrigins(
    db,
    inputs.map(({ lotId }) => lotId),
  );
  const made: Source = { ...sourceOf(PLANNED_LOT, output, day), origin: 'produced', runId: PLANNED_RUN };
  const unnamed = others.map((each, index) => ({ lotId: PLANNED_LOT - 1 - index, ...each }));
  const added = [made, ...unnamed.map((each) => sourceOf(each.lotId, each, day))];
  const consumed = [...inputs, ...unnamed].map(({ lotId, quantity }) => ({ runId: PLANNED_RUN, lotId, quantity }));
  const produced = {
    ...output,
    lotId: PLANNED_LOT,
    runId: PLANNED_RUN,
    maxGain: 0,
    hasGainReason: 0,
    costShare: null,
    byProductPrice: null,
  };
  return {
    sources: new Map([...origins.sources, ...added.map((source) => [source.lotId, source] as const)]),
    inputs: new Map([...origins.inputs, [PLANNED_RUN, consumed]]),
    outputs: new Map([...origins.outputs, [PLANNED_RUN, [produced]]]),
  };
}
