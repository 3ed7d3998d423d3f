/** The users of the browser tests, their registration and sign-in through the API. */
import type { Page } from '@playwright/test';
import { session, type Session, sessionKeys } from '#contract/core/accounts/signedIn.ts';
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

/** Registers the first administrator, or another user with the token of an administrator. */
export async function register(godown: Godown, person: Person = administrator, token?: string): Promise<void> {
  await post(godown, '/Auth/register', person, token);
}

/** Signs in through the API; returns the token and its user. */
export async function openSession(godown: Godown, person: Person = administrator): Promise<Session> {
  const credentials = { userName: person.email, userPassword: person.password, jwtToken: '' };
  return session.parse(await post(godown, '/Auth/checkUserAuthentication', credentials));
}

/** The session storage entries of a session. */
export function keptOf({ token, userData }: Session): [string, string][] {
  return [
    [sessionKeys.token, token],
    [sessionKeys.user, JSON.stringify(userData)],
    [sessionKeys.role, userData.userRole],
  ];
}

/** Signs the page in without the login screen: once, on the next page load. */
export async function signIn(page: Page, godown: Godown, person: Person = administrator): Promise<Session> {
  const opened = await openSession(godown, person);
  const begin = { address: godown.address, kept: keptOf(opened), mark: `begun ${opened.token}` };
  await page.addInitScript(({ address, kept, mark }) => {
    if (window.location.origin !== address || window.name.includes(mark)) return;
    // window.name survives when the screens clear the storage.
    window.name += mark;
    for (const [key, value] of kept) sessionStorage.setItem(key, value);
  }, begin);
  return opened;
}
