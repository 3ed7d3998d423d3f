/** Whose kept device this browser is (decision 116). Its cookie is out of reach, so without this nobody asks the server. */
const KEY = 'godown.kept';

/** The user's id; undefined where nobody stays signed in. */
export function keptUser(): number | undefined {
  const id = Number(localStorage.getItem(KEY));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

export function setKeptUser(userId: number | undefined) {
  if (userId === undefined) localStorage.removeItem(KEY);
  else localStorage.setItem(KEY, String(userId));
}
