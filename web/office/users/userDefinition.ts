/** The definition of users for list and page; their form (`UserForm`) sends a password, which no draft may have. */
import {
  listedUserRecord,
  roleLabels,
  userEndpoints,
  userTexts,
  type ListedUserRecord,
} from '#contract/core/accounts/users.ts';
import { kinds } from '#contract/kinds.ts';
import type { ListedDefinition, PageDefinition } from '#web/core/records/document.ts';
import { userDraft, type UserDraft } from './userDraft.ts';

type UserDefinition = ListedDefinition<ListedUserRecord> &
  PageDefinition<ListedUserRecord, UserDraft, never, ListedUserRecord>;

export const users: UserDefinition = {
  kind: 'users',
  calls: userEndpoints,
  record: listedUserRecord,
  values: userDraft,
  rowId: (row) => row.userId,
  nameOf: (row) => row.fullName,
  subjectOf: (row) => ({ name: row.fullName, facts: [`ID ${row.userId}`, row.email, roleLabels[row.userRole]] }),
  words: { ...userTexts, title: kinds.users.title },
};
