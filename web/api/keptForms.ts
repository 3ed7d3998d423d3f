/**
 * What is typed and not saved, kept on this device for each user and form: it survives a reload, a crash and signing out.
 * In IndexedDB, since a bill doesn't fit into local storage. Passwords are never kept (draftOf of each form).
 */
import { z } from 'zod';
import { draftSchema, type Draft } from './draft.ts';
import { currentUser } from './session.ts';

const keptForm = draftSchema.extend({ keptAt: z.number() });
export type KeptForm = z.output<typeof keptForm>;

const LONGEST_MS = 30 * 24 * 60 * 60 * 1000;

const isExpired = (value: unknown) => {
  const { data } = keptForm.safeParse(value);
  return !data || Date.now() - data.keptAt >= LONGEST_MS;
};

/** Opened once; what is older than 30 days, of all who use this device, goes. */
async function open() {
  const { createStore, entries, ...calls } = await import('idb-keyval');
  const store = createStore('godown', 'kept-forms');
  const expired = (await entries(store)).flatMap(([key, value]) => (isExpired(value) ? [key] : []));
  await calls.delMany(expired, store);
  return { ...calls, store };
}

let opening: ReturnType<typeof open> | undefined;

async function openStore() {
  opening ??= open();
  try {
    return await opening;
  } catch (error) {
    opening = undefined;
    throw error;
  }
}

const keyOf = (name: string) => `${currentUser()?.userId ?? 0} ${name}`;

/** The form that was kept under a name. */
export async function findKeptForm(name: string): Promise<KeptForm | undefined> {
  const { get, store } = await openStore();
  return keptForm.safeParse(await get(keyOf(name), store)).data;
}

/** Keeps a form under a name, in place of what was kept there; returns when. */
export async function keepForm(name: string, draft: Draft): Promise<number> {
  const { set, store } = await openStore();
  const keptAt = Date.now();
  await set(keyOf(name), { ...draft, keptAt }, store);
  return keptAt;
}

export async function dropKeptForm(name: string): Promise<void> {
  const { del, store } = await openStore();
  await del(keyOf(name), store);
}
