/**
 * Unsaved form values, stored on this device for each user and form: they survive a reload, a crash and signing out.
 * Each opened form has an entry of its own, so that two tabs store both inputs. In IndexedDB, since a bill doesn't fit
 * into local storage. Passwords are never stored (draftOf of each form).
 */
import { z } from 'zod';
import { draftSchema, type Draft } from './draft.ts';
import { currentUser } from './session.ts';

const storedDraft = draftSchema.extend({ keptAt: z.number() });
export type StoredDraft = z.output<typeof storedDraft>;

const MAX_DURATION_MS = 30 * 24 * 60 * 60 * 1000;

const isExpired = (value: unknown) => {
  const { data } = storedDraft.safeParse(value);
  return !data || Date.now() - data.keptAt >= MAX_DURATION_MS;
};

/** Opens the store once, and deletes entries older than 30 days, of all users of this device. */
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

/** Key of an entry: the name of its kind or record, and the id of the opened form. */
export interface DraftPlace {
  name: string;
  id: string;
}

export interface DraftEntry {
  place: DraftPlace;
  form: StoredDraft;
}

// An older version of Godown stored one form under each name, without an id.
const keyOf = ({ name, id }: DraftPlace) => `${currentUser()?.userId ?? 0} ${name}${id && `#${id}`}`;

/** The stored forms of a name, newest first. */
async function findDrafts(name: string): Promise<DraftEntry[]> {
  const { keys, getMany, store } = await openStore();
  const all = await keys<string>(store);
  const places = all.flatMap((key) => {
    const place = { name, id: key.split('#')[1] ?? '' };
    return keyOf(place) === key ? place : [];
  });
  const values = await getMany<unknown>(places.map(keyOf), store);
  const stored = places.flatMap((place, index) => {
    const form = storedDraft.safeParse(values[index]).data;
    return form ? { place, form } : [];
  });
  return stored.toSorted((a, b) => b.form.keptAt - a.form.keptAt);
}

/** The newest stored form of a name. */
export async function findNewestDraft(name: string): Promise<DraftEntry | undefined> {
  return (await findDrafts(name))[0];
}

/** Stores a form in place of its previous entry; returns the time. */
export async function storeDraft(place: DraftPlace, draft: Draft): Promise<number> {
  // Computed before the store opens: the session may be lost by then, and the form belongs to its user.
  const key = keyOf(place);
  const { set, store } = await openStore();
  const keptAt = Date.now();
  await set(key, { ...draft, keptAt }, store);
  return keptAt;
}

export async function deleteDraft(place: DraftPlace): Promise<void> {
  const { del, store } = await openStore();
  await del(keyOf(place), store);
}

/** Deletes the entries of a saved form, also those from before the session was lost, or from another tab. */
export async function deleteSavedDrafts({ name }: DraftPlace, idempotencyKey: string): Promise<void> {
  const saved = (await findDrafts(name)).filter(({ form }) => form.idempotencyKey === idempotencyKey);
  await Promise.all(saved.map(({ place }) => deleteDraft(place)));
}
