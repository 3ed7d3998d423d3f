/** The history of lots and items. */
import { claimLabels } from '#contract/stock/claims/claims.ts';
import { eventTexts } from '#contract/stock/eventTexts.ts';
import { itemLabels, itemPartLabels } from '#contract/stock/items/items.ts';
import { afterExpiryLabels } from '#contract/stock/lots/afterExpiry.ts';
import { lotLabels, lotStateLabels } from '#contract/stock/lots/lotTexts.ts';
import {
  day,
  fieldsOf,
  nameIn,
  oneOf,
  quantity,
  thousandths,
  type RecordedKind,
} from '../core/records/historyFields.ts';

const lots: RecordedKind = {
  kind: 'lots',
  table: 'lot',
  historyName: nameIn('code'),
  historyFields: [
    ...fieldsOf(lotLabels, { expiresOn: day, state: oneOf(lotStateLabels), claim: oneOf(claimLabels) }),
    ...fieldsOf({ afterRecall: eventTexts.afterRecall }),
  ],
};

const items: RecordedKind = {
  kind: 'items',
  table: 'item',
  historyFields: fieldsOf(itemLabels, {
    gramsPerUnit: thousandths,
    part: oneOf(itemPartLabels),
    balanceTolerancePercent: thousandths,
    maxGainPercent: thousandths,
    afterExpiry: oneOf(afterExpiryLabels),
    reorderLevel: quantity,
  }),
};

export const recordedInStock = [lots, items];
