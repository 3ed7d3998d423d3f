import { activeLabels } from '#contract/core/activeLabels.ts';
import { roleLabels, userLabels } from '#contract/core/accounts/userLabels.ts';
import type { ListedUserRecord } from '#contract/core/accounts/users.ts';
import { sheetOf } from '#web/core/sheets/listSheet.ts';

export const userSheet = sheetOf<ListedUserRecord>('Users', [
  { heading: 'ID', width: 8, value: (row) => row.userId },
  { heading: userLabels.fullName, width: 32, value: (row) => row.fullName },
  { heading: userLabels.email, width: 32, value: (row) => row.email },
  { heading: userLabels.phone, width: 16, value: (row) => row.phone },
  { heading: userLabels.userRole, width: 12, value: (row) => roleLabels[row.userRole] },
  { heading: userLabels.status, width: 12, value: (row) => activeLabels[row.status] },
]);
