/** Who is signed in, in this browser tab (specification §4 and §9): three keys of the session storage. */
import { z } from 'zod';
import { sessionKeys, type Session } from '#contract/auth.ts';
import { can, type Action, type Resource } from '#contract/permissions.ts';
import { userRecord, type UserRecord } from '#contract/users.ts';
import { draftSchema, heldDraft, returnDraft } from './draft.ts';

/** The role is the record's, in small or capital letters (specification §6). */
const storedUser = userRecord.extend({ userRole: z.string().toLowerCase().pipe(userRecord.shape.userRole) });
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

/** Where somebody was when their session ended under their hands, and what they were typing there. */
const placeKey = 'place';
const place = z.object({ userId: z.int(), address: z.string().startsWith('/'), draft: draftSchema.optional() });

/** The server took the session away: keeps where its person was, for their next sign-in, and ends it here too. */
export function loseSession() {
  const user = currentUser();
  if (user) {
    const address = window.location.pathname + window.location.search;
    sessionStorage.setItem(placeKey, JSON.stringify({ userId: user.userId, address, draft: heldDraft() }));
  }
  endSession();
}

/**
 * Where this person was when their session was lost, or what they `opened` since, unless what they typed waits elsewhere;
 * somebody else's place, and what they typed there, is forgotten.
 */
export function takeLostPlace(userId: number, opened: string | undefined): string | undefined {
  const { data } = place.safeParse(storedJson(placeKey));
  sessionStorage.removeItem(placeKey);
  const own = data?.userId === userId ? data : undefined;
  returnDraft(own?.draft);
  return own && ((!own.draft && opened) || own.address);
}

/** What is stored under a key; what another program left there may be anything. */
function storedJson(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

/** The one listener: the router, which then shows the sign-in. */
export function onSessionEnded(listener: () => void) {
  whenEnded = listener;
}

export function sessionToken(): string | null {
  return sessionStorage.getItem(sessionKeys.token);
}

/** What was read last: every button and entry asks who is there. */
let read: { text: string | null; user: UserRecord | undefined } | undefined;

export function currentUser(): UserRecord | undefined {
  if (!sessionToken()) return undefined;
  const text = sessionStorage.getItem(sessionKeys.user);
  if (text !== read?.text) {
    const user = storedUser.safeParse(storedJson(sessionKeys.user));
    read = { text, user: user.success ? user.data : undefined };
  }
  return read?.user;
}

/** Whether the person at this screen may do `action`. */
export function may(action: Action, resource: Resource): boolean {
  const user = currentUser();
  return user !== undefined && can(user.userRole, action, resource);
}
