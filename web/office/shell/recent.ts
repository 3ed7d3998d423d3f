/** Records opened last from the command menu, stored on this device until the user signs out. */
import { z } from 'zod';
import { currentUser } from '#web/core/api/session.ts';
import { SEARCH_INWARD, type Command } from './commands.ts';

const MOST = 6;

const stored = z.array(
  z.object({ key: z.string(), label: z.string(), kind: z.string(), detail: z.string().optional(), href: z.string() }),
);

/** One key for each user, for shared devices. */
const ownKey = () => `godown.recent.${currentUser()?.userId}`;

export function recentCommands(): Command[] {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(ownKey()) ?? '[]'));
  } catch (error) {
    console.error('What was opened last could not be read.', error);
    return [];
  }
}

/** Puts a record first; screens, searches and new records are as fast to reach by their names. */
export function addRecent({ key, label, kind, detail, href, begin }: Command): void {
  if (begin !== undefined || kind === 'Screen' || kind === 'New' || key === SEARCH_INWARD) return;
  const others = recentCommands().filter((each) => each.key !== key);
  localStorage.setItem(ownKey(), JSON.stringify([{ key, label, kind, detail, href }, ...others].slice(0, MOST)));
}
