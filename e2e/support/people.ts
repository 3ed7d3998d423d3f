/** The people of the browser tests: how they come to exist and how they sign in without typing. */
import type { Page } from '@playwright/test';
import { session, type Session, sessionKeys } from '../../contract/auth.ts';
import type { Godown } from './godown.ts';

export interface Person {
  fullName: string;
  email: string;
  phone: string;
  userRole: 'admin' | 'manager' | 'user';
  password: string;
}

export const administrator: Person = {
  fullName: 'Asha Rao',
  email: 'asha@example.com',
  phone: '9876543210',
  userRole: 'admin',
  password: 'correct horse battery',
};

export const manager: Person = {
  fullName: 'Meera Nair',
  email: 'meera@example.com',
  phone: '9876543211',
  userRole: 'manager',
  password: 'horse battery staple',
};

export const storekeeper: Person = {
  fullName: 'Vikram Shah',
  email: 'vikram@example.com',
  phone: '9876543212',
  userRole: 'user',
  password: 'battery staple correct',
};

async function post(godown: Godown, path: string, body: unknown, token?: string): Promise<unknown> {
  const response = await fetch(`${godown.address}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`POST ${path} answered ${response.status}: ${await response.text()}`);
  return response.json();
}

/** Makes the first administrator by the API, or whoever is given: then `token` tells who makes them. */
export async function register(godown: Godown, person: Person = administrator, token?: string): Promise<void> {
  await post(godown, '/Auth/register', person, token);
}

/** Signs in by the API and answers the token and who it belongs to. */
export async function openSession(godown: Godown, person: Person = administrator): Promise<Session> {
  const credentials = { userName: person.email, userPassword: person.password, jwtToken: '' };
  return session.parse(await post(godown, '/Auth/checkUserAuthentication', credentials));
}

/** What the browser keeps of a session, by its key. */
export function keptOf({ token, userData }: Session): [string, string][] {
  return [
    [sessionKeys.token, token],
    [sessionKeys.user, JSON.stringify(userData)],
    [sessionKeys.role, userData.userRole],
  ];
}

/** Signs the page in as the login screen would, without going through it: on the next screen that it opens, and once. */
export async function signIn(page: Page, godown: Godown, person: Person = administrator): Promise<Session> {
  const opened = await openSession(godown, person);
  const begin = { address: godown.address, kept: keptOf(opened), mark: `begun ${opened.token}` };
  await page.addInitScript(({ address, kept, mark }) => {
    if (window.location.origin !== address || window.name.includes(mark)) return;
    // The window's name stays when the screens clear what they keep.
    window.name += mark;
    for (const [key, value] of kept) sessionStorage.setItem(key, value);
  }, begin);
  return opened;
}
