/** The section of a pack about lots on hold. */
import { sql } from 'kysely';
import { z } from 'zod';
import { actionLabels } from '#contract/historyActions.ts';
import { packSentences } from '#contract/prove/packSentences.ts';
import { lotStateLabels } from '#contract/stock/lots/lotTexts.ts';
import type { LotState } from '#contract/stock/stock.ts';
import { dayBefore } from '../../../core/calendar.ts';
import { nameOfItem, unitOfItem } from '../../../stock/names/itemNames.ts';
import { lotItem, periodOf } from './sectionParts.ts';
import type { Cell, Section } from './section.ts';

interface HeldRow {
  lotId: number;
  code: string;
  itemName: string;
  unit: string;
  onHand: number;
  state: LotState;
  reason: string;
}

const heldEvent = z.object({ code: z.string().catch(''), stateReason: z.string().catch('') });

export const holds: Section = {
  name: 'holds',
  title: 'Holds',
  about: 'Lots on hold or recalled now, and each hold and release of the period.',
  columns: [
    { title: 'Date', width: 2 },
    { title: 'Lot or batch', width: 4 },
    { title: 'Item', width: 5 },
    { title: 'What', width: 3 },
    { title: 'On hand', width: 2, isNumber: true },
    { title: 'Unit', width: 1.5 },
    { title: 'Reason', width: 7 },
  ],
  async *blocks(source) {
    const { trx, today, timeZone } = source;
    const lot = sql`lot l ${lotItem}`;
    const names = sql`l.code, ${nameOfItem} as "itemName", ${unitOfItem} as unit`;
    const { rows: held } = await sql<HeldRow>`
      select l.id as "lotId", ${names}, l.on_hand as "onHand", l.state, l.state_reason as reason from ${lot}
      where l.state <> 'released' and l.deleted_at is null order by l.id`.execute(trx);
    const { begin, end } = periodOf(source);
    const { rows: changes } = await sql<
      HeldRow & { at: string; action: 'hold' | 'release' | 'recall'; after: string | null }
    >`
      select e.at, e.action, e.after, l.id as "lotId", ${names}, l.on_hand as "onHand" from audit_event e cross join ${lot}
      where l.id = e.record_id and e.resource = 'lots' and e.action in ('hold', 'release', 'recall') and e.at >= ${begin}
        and e.at < ${end}
      order by e.at, e.id`.execute(trx);
    const now = held.map(({ code, itemName, state, onHand, unit, reason }): Cell[] => {
      return [
        { day: today },
        code,
        itemName,
        packSentences.heldNow(lotStateLabels[state]),
        { quantity: onHand },
        unit,
        reason,
      ];
    });
    const then = changes.map(({ at, code, itemName, action, after }): Cell[] => {
      const { stateReason } = heldEvent.catch({ code: '', stateReason: '' }).parse(JSON.parse(after ?? '{}'));
      const day = dayBefore(new Date(at), 0, timeZone);
      return [{ day }, code, itemName, actionLabels[action], null, null, stateReason];
    });
    yield { rows: [...now, ...then] };
    return packSentences.holds(held.length, then.length);
  },
};
