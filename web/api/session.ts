/** Who is signed in, in this browser tab (specification §4 and §9): three keys of the session storage. */
import { sessionKeys, type Session } from '#contract/auth.ts';
import { can, type Action, type Resource } from '#contract/permissions.ts';
import { userRecord, type UserRecord } from '#contract/users.ts';

const ownKeys = Object.values(sessionKeys);
let whenEnded = () => {};

export function startSession({ token, userData }: Session) {
  sessionStorage.setItem(sessionKeys.token, token);
  sessionStorage.setItem(sessionKeys.user, JSON.stringify(userData));
  sessionStorage.setItem(sessionKeys.role, userData.userRole.toLowerCase());
}

/** After a change of one's own account: the screens show it without a new sign-in. */
export function keepOwnUser(user: UserRecord) {
  if (currentUser()?.userId === user.userId) sessionStorage.setItem(sessionKeys.user, JSON.stringify(user));
}

export function clearSession() {
  ownKeys.forEach((key) => {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
  });
}

/** Clears the session and tells whoever shows the screens. */
export function endSession() {
  clearSession();
  whenEnded();
}

/** The one listener: the router, which then shows the sign-in. */
export function onSessionEnded(listener: () => void) {
  whenEnded = listener;
}

export function sessionToken(): string | null {
  return sessionStorage.getItem(sessionKeys.token);
}

export function currentUser(): UserRecord | undefined {
  if (!sessionToken()) return undefined;
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(sessionKeys.user) ?? 'null');
    const role = sessionStorage.getItem(sessionKeys.role)?.toLowerCase();
    const user = userRecord.safeParse(typeof stored === 'object' ? { ...stored, userRole: role } : stored);
    return user.success ? user.data : undefined;
  } catch {
    // What another program left under our key is no session of ours.
    return undefined;
  }
}

/** Whether the person at this screen may do `action`. */
export function may(action: Action, resource: Resource): boolean {
  const user = currentUser();
  return user !== undefined && can(user.userRole, action, resource);
}
