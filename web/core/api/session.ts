/** The session of this browser tab: three keys of the session storage (specification §4 and §9). */
import { z } from 'zod';
import { type Session, sessionKeys, type UserRecord, userRecord } from '#contract/core/accounts/signedIn.ts';
import { can, type Action, type Resource } from '#contract/permissions.ts';
import { draftSchema, heldDraft, returnDraft } from './draft.ts';

/** The role is case-insensitive (specification §6). */
const storedUser = userRecord.extend({ userRole: z.string().toLowerCase().pipe(userRecord.shape.userRole) });
const ownKeys = Object.values(sessionKeys);
let sessionEndedListener = () => {};

export function startSession({ token, userData }: Session) {
  sessionStorage.setItem(sessionKeys.token, token);
  sessionStorage.setItem(sessionKeys.user, JSON.stringify(userData));
  sessionStorage.setItem(sessionKeys.role, userData.userRole.toLowerCase());
}

const ownUserListeners = new Set<() => void>();

/** Updates the session after users change their own account. */
export function updateOwnUser(user: UserRecord) {
  if (currentUser()?.userId !== user.userId) return;
  sessionStorage.setItem(sessionKeys.user, JSON.stringify(user));
  ownUserListeners.forEach((listener) => listener());
}

/** Calls the listener after each such change; returns a function that removes it. */
export function onOwnUserUpdate(listener: () => void): () => void {
  ownUserListeners.add(listener);
  return () => ownUserListeners.delete(listener);
}

export function clearSession() {
  ownKeys.forEach((key) => {
    sessionStorage.removeItem(key);
    localStorage.removeItem(key);
  });
}

export function endSession() {
  clearSession();
  sessionEndedListener();
}

/** The place that the next sign-in of this tab leads to. */
const placeKey = 'place';
const placeSchema = z.object({
  /** Whose session was lost; undefined where an address was opened without one. */
  userId: z.int().optional(),
  /** A path of this origin. */
  address: z.string().regex(/^\/(?![/\\])/),
  /** The draft of the form that was open. */
  draft: draftSchema.optional(),
});
type Place = z.output<typeof placeSchema>;

function storedPlace(): Place | undefined {
  return placeSchema.safeParse(storedJson(placeKey)).data;
}

function storePlace(place: Place) {
  sessionStorage.setItem(placeKey, JSON.stringify(place));
}

export function forgetPlace() {
  sessionStorage.removeItem(placeKey);
}

/** The place where a session was lost. */
export function lostPlace(): Place | undefined {
  const place = storedPlace();
  return place?.userId === undefined ? undefined : place;
}

/** An address was opened without a session: the next sign-in leads there, unless a draft waits elsewhere. */
export function askFor(address: string) {
  const place = storedPlace();
  if (!place?.draft) storePlace({ ...place, address });
}

/** The server ended the session: stores the user's place for the next sign-in and ends the session here too. */
export function loseSession() {
  const user = currentUser();
  if (user) {
    const { pathname, search, hash } = window.location;
    storePlace({ userId: user.userId, address: pathname + search + hash, draft: heldDraft() });
  }
  endSession();
}

/** Returns and clears the address to go to after a sign-in. Another user's place and draft are discarded. */
export function popPlace(userId: number): string | undefined {
  const place = storedPlace();
  forgetPlace();
  const own = (place?.userId ?? userId) === userId ? place : undefined;
  returnDraft(own?.draft);
  return own?.address;
}

/** The stored value; another program of this origin may have written anything. */
function storedJson(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return undefined;
  }
}

/** Sets the only listener. */
export function onSessionEnded(listener: () => void) {
  sessionEndedListener = listener;
}

export function sessionToken(): string | null {
  return sessionStorage.getItem(sessionKeys.token);
}

/** Caches the parsed user: every button checks permissions. */
let cached: { text: string | null; user: UserRecord | undefined } | undefined;

export function currentUser(): UserRecord | undefined {
  if (!sessionToken()) return undefined;
  const text = sessionStorage.getItem(sessionKeys.user);
  if (text !== cached?.text) {
    const user = storedUser.safeParse(storedJson(sessionKeys.user));
    cached = { text, user: user.success ? user.data : undefined };
  }
  return cached?.user;
}

/** Whether the signed-in user may do `action`. */
export function may(action: Action, resource: Resource): boolean {
  const user = currentUser();
  return user !== undefined && can(user.userRole, action, resource);
}
