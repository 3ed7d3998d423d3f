/** The history of packs and recalls. */
import { packLabels } from '#contract/prove/packs.ts';
import { recallEndingLabels, recallKindLabels, recallLabels } from '#contract/prove/recallTexts.ts';
import { localTimestamp } from '../core/calendar.ts';
import {
  day,
  fieldsOf,
  listOf,
  nameIn,
  oneOf,
  quantityOf,
  textOf,
  type As,
  type RecordedKind,
  type Snapshot,
} from '../core/records/historyFields.ts';

const listOfTexts: As = (value) => (Array.isArray(value) ? value.map(textOf).join(', ') : '');

/** Note on a line of a recall; its time is in the installation's time zone. */
const recallLineText =
  (timeZone: string) =>
  ({ buyer, lotCode, unit, notifiedAt, notifiedBy, answer, destroyedQty }: Snapshot) => {
    const at = textOf(notifiedAt);
    const informed = at && `told ${localTimestamp(at, timeZone)}${notifiedBy ? ` by ${textOf(notifiedBy)}` : ''}`;
    const destroyed = destroyedQty ? `${quantityOf(destroyedQty, unit)} destroyed` : '';
    return [`${textOf(buyer)}, ${textOf(lotCode)}`, informed, textOf(answer), destroyed].filter(Boolean).join(' · ');
  };

const packs: RecordedKind = {
  kind: 'packs',
  historyFields: fieldsOf(packLabels, { from: day, to: day, lots: listOfTexts }),
};

const recalls = (timeZone: string): RecordedKind => ({
  kind: 'recalls',
  table: 'recall',
  historyName: nameIn('title'),
  historyFields: fieldsOf(recallLabels, {
    kind: oneOf(recallKindLabels),
    lots: (lots) => (Array.isArray(lots) ? lots.map(textOf).join(', ') : oneOf(recallEndingLabels)(lots, {})),
    buyers: listOf(recallLineText(timeZone)),
  }),
});

/** Times are shown in the time zone. */
export const recordedInProve = (timeZone: string) => [packs, recalls(timeZone)];
