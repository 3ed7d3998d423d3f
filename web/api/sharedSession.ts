/**
 * The tabs of one browser share a session, though each keeps it in its own session storage: a tab without one asks the
 * others, and logging out of one ends it in all. Only pages of this origin hear what is said (decision 42).
 */
import { z } from 'zod';
import { session, type Session } from '#contract/auth.ts';
import { currentUser, loseSession, sessionToken, startSession } from './session.ts';

/** So long a tab waits for an answer; others answer within a few milliseconds. */
const ANSWER_MS = 150;
/** And so long after the first one for a second that contradicts it. */
const SETTLE_MS = 30;

/** One of three: a session is wanted, here is one, the one with this token was left. */
const message = z.object({ wanted: z.boolean(), shared: session, left: z.string() }).partial();
type Message = z.output<typeof message>;

const channel = new BroadcastChannel('session');

function listen(hear: (said: Message) => void): () => void {
  // Another program of this origin may say anything.
  const receive = ({ data }: MessageEvent<unknown>) => {
    const { data: said } = message.safeParse(data);
    if (said) hear(said);
  };
  channel.addEventListener('message', receive);
  return () => channel.removeEventListener('message', receive);
}

function say(said: Message) {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A channel has one origin, its own.
  channel.postMessage(said);
}

/** From now on this tab gives its session to those that ask, and ends it when it was left in another. */
export function shareSession() {
  listen((said) => {
    const [token, userData] = [sessionToken(), currentUser()];
    if (said.wanted && token !== null && userData) say({ shared: { token, userData } });
    if (said.left !== undefined && said.left === token) loseSession();
  });
}

/** Tells the other tabs that this session was left. */
export function tellLeft(token: string) {
  say({ left: token });
}

/** Takes over the session of an open tab, and answers it; none where there is none, or where tabs belong to different people. */
export async function takeOverSession(): Promise<Session | undefined> {
  const shared = new Map<number, Session>();
  const stop = await new Promise<() => void>((resolve) => {
    const end = listen((said) => {
      if (!said.shared) return;
      shared.set(said.shared.userData.userId, said.shared);
      setTimeout(() => resolve(end), SETTLE_MS);
    });
    setTimeout(() => resolve(end), ANSWER_MS);
    say({ wanted: true });
  });
  stop();
  const [found, another] = shared.values();
  if (found === undefined || another) return undefined;
  startSession(found);
  return found;
}
