/**
 * Tabs share a session over a BroadcastChannel, which is limited to this origin: a tab without a session requests it from the others,
 * and logging out of one ends it in all (decision 42).
 */
import { z } from 'zod';
import { session, type Session } from '#contract/core/accounts/signedIn.ts';
import { keptUser } from './keptUser.ts';
import { currentUser, loseSession, sessionToken, startSession } from './session.ts';

/**
 * How often, and how long each time, a tab waits for answers. In steps, so that a busy tab receives an answer that has come
 * before it gives up.
 */
const WAITS = 10;
const WAIT_MS = 50;
/** How long it waits after the first answer for one from another user's tab, which may be busy or throttled. */
const SETTLE_MS = 120;

/** One of: a request for a session, a session, the token of a session that was logged out, whose device was. */
const message = z.object({ wanted: z.boolean(), shared: session, left: z.string(), leftKept: z.int() }).partial();
type Message = z.output<typeof message>;

const channel = new BroadcastChannel('session');

function listen(hear: (received: Message) => void): () => void {
  // Another program of this origin may post anything.
  const receive = ({ data }: MessageEvent<unknown>) => {
    const { data: received } = message.safeParse(data);
    if (received) hear(received);
  };
  channel.addEventListener('message', receive);
  return () => channel.removeEventListener('message', receive);
}

function send(sent: Message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin, its own.
  channel.postMessage(sent);
}

/** Answers requests of other tabs for the session, and ends it when another tab logs out. */
export function shareSession() {
  listen((received) => {
    const [token, userData] = [sessionToken(), currentUser()];
    if (received.wanted && token !== null && userData) send({ shared: { token, userData } });
    const isLeft = received.left !== undefined && received.left === token;
    // A kept device opens sessions with tokens of their own.
    const isLeftKept = received.leftKept !== undefined && received.leftKept === userData?.userId;
    if (isLeft || isLeftKept) loseSession();
  });
}

export function announceLogout(token: string) {
  send({ left: token, leftKept: keptUser() });
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Takes over the session of another tab; undefined when there is none, or when tabs belong to different users. */
export async function adoptSession(): Promise<Session | undefined> {
  const shared = new Map<number, Session>();
  const stop = listen((received) => {
    if (received.shared) shared.set(received.shared.userData.userId, received.shared);
  });
  send({ wanted: true });
  for (let waited = 0; waited < WAITS && shared.size === 0; waited += 1) await wait(WAIT_MS);
  if (shared.size > 0) await wait(SETTLE_MS);
  stop();
  const [first, another] = shared.values();
  if (first === undefined || another) return undefined;
  startSession(first);
  return first;
}
