/** Prefix of keys in local storage for a user's saved work, which stays after signing out. */
export const SAVED_WORK = 'godown.saved.';
