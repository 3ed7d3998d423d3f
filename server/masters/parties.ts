/** Common parts of suppliers and buyers. */
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { mergeTexts } from '#contract/masters/merging.ts';
import { partyLabels } from '#contract/masters/parties.ts';
import { gstinWarnings } from '#contract/stock/warnings/warningRules.ts';
import { active, fieldsOf } from '../core/records/historyFields.ts';

/** The columns, filter, searched fields and history fields of a party. */
export const party = {
  columns: {
    name: 'name',
    email: 'email',
    gstinNumber: 'gstin_number',
    phone: 'phone',
    address: 'address',
    status: 'status',
  },
  filters: { status: (equalsParam: RawBuilder<unknown>) => sql<SqlBool>`status ${equalsParam}` },
  search: ['name', 'email', 'phone'],
  historyFields: [...fieldsOf(partyLabels, { status: active }), ...fieldsOf(mergeTexts.historyLabels)],
  warningsOf: ({ gstinNumber }: { gstinNumber: string }) => gstinWarnings(gstinNumber),
} as const;
