/** The history of kinds that are neither masters nor documents, which define their own. */
import { userLabels, roleLabels } from '#contract/core/accounts/users.ts';
import { historyTexts } from '#contract/core/history.ts';
import { weeklyMailLabel } from '#contract/core/accounts/weeklyMail.ts';
import { viewLabels } from '#contract/core/views.ts';
import { kinds, viewedLists } from '#contract/kinds.ts';
import { companyLabels } from '#contract/masters/company.ts';
import { backupTexts } from '#contract/office/backups.ts';
import { importLabels } from '#contract/office/imports.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import {
  active,
  fieldsOf,
  nameIn,
  oneOf,
  textOf,
  type RecordHistory,
  type RecordedKind,
} from '../../core/records/historyFields.ts';
import { recordedInMake } from '../../make/history.ts';
import { recordedInProve } from '../../prove/history.ts';
import { recordedInStock } from '../../stock/history.ts';

const importTitles = new Map<string, string>(Object.entries(importSheets).map(([kind, { title }]) => [kind, title]));

const listTitles = Object.fromEntries(viewedLists.map((list) => [list, kinds[list].title]));

const { password: passwordLabel, ...userFields } = userLabels;

/** Changes of a user whose values are not stored: their password, and their sessions. */
const ofUser: RecordHistory = {
  historyName: nameIn('fullName'),
  historyFields: fieldsOf(
    { password: passwordLabel, sessionsEnded: historyTexts.sessions },
    {
      password: (_, { passwordChanged }) => (passwordChanged === true ? historyTexts.passwordChanged : ''),
      sessionsEnded: (ended) => (typeof ended === 'number' ? historyTexts.sessionsEnded(ended) : ''),
    },
  ),
};

const recordedInOffice: readonly RecordedKind[] = [
  {
    kind: 'imports',
    historyFields: fieldsOf(importLabels, { kind: (kind) => importTitles.get(textOf(kind)) ?? textOf(kind) }),
  },
  {
    kind: 'views',
    historyFields: fieldsOf(viewLabels, {
      list: oneOf(listTitles),
      shared: (shared) => (shared === true ? 'yes' : ''),
    }),
  },
  { kind: 'company', table: 'company', historyFields: fieldsOf(companyLabels) },
  { kind: 'sessions', ...ofUser },
  {
    kind: 'users',
    table: 'app_user',
    historyName: ofUser.historyName,
    historyFields: [
      ...fieldsOf(userFields, { userRole: oneOf(roleLabels), status: active }),
      ...fieldsOf(
        { weeklyMail: weeklyMailLabel },
        { weeklyMail: (isOn) => (isOn === undefined ? '' : isOn === true ? 'Yes' : 'No') },
      ),
      ...ofUser.historyFields,
    ],
  },
  { kind: 'backups', historyFields: fieldsOf({ reason: backupTexts.reason }, { reason: oneOf(backupTexts.reasons) }) },
];

/** All of them; times are shown in the time zone. */
export function recordedKinds(timeZone: string): RecordedKind[] {
  return [...recordedInMake, ...recordedInStock, ...recordedInProve(timeZone), ...recordedInOffice];
}
