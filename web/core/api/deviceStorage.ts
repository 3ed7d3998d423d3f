/** Keys in local storage that begin so are somebody's saved work, which stays when they log out. */
export const SAVED_WORK = 'godown.saved.';
