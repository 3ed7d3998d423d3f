/** Actions of the history, and how they are shown. */
export const historyActions = [
  'create',
  'update',
  'delete',
  'restore',
  'merge',
  'unmerge',
  'hold',
  'release',
  'recall',
  'close',
  /** Before migration 17: allocations of a production moved to other lots, because an inward was changed. */
  'move',
  'password-code',
  'password-reset',
  'password-change',
  'sign-in',
  'sign-in-refused',
  'sign-out',
  /** Open sessions of a user were ended by the user or an administrator. */
  'sessions-end',
  'sample-data',
] as const;
export type HistoryAction = (typeof historyActions)[number];

export const actionLabels: Record<HistoryAction, string> = {
  create: 'Added',
  update: 'Changed',
  delete: 'Deleted',
  restore: 'Restored',
  merge: 'Merged',
  unmerge: 'Merge undone',
  hold: 'Put on hold',
  release: 'Released',
  recall: 'Recalled',
  close: 'Closed',
  move: 'Moved to other lots',
  'password-code': 'Code for a new password sent',
  'password-reset': 'Password reset with a code',
  'password-change': 'Password changed',
  'sign-in': 'Signed in',
  'sign-in-refused': 'Sign-in refused',
  'sign-out': 'Signed out',
  'sessions-end': 'Sessions ended',
  'sample-data': 'Sample data loaded',
};
