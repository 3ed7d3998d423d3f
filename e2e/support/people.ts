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

/** Signs the page in as the login screen would, without going through it. The page is then on no screen yet. */
export async function signIn(page: Page, godown: Godown, person: Person = administrator): Promise<Session> {
  const opened = await openSession(godown, person);
  // Session storage belongs to an address: any page of it will do, and this one runs no script of ours.
  await page.goto(`${godown.address}/api/health`);
  const entries: [string, string][] = [
    [sessionKeys.token, opened.token],
    [sessionKeys.user, JSON.stringify(opened.userData)],
    [sessionKeys.role, opened.userData.userRole],
  ];
  await page.evaluate((items) => {
    for (const [key, value] of items) sessionStorage.setItem(key, value);
  }, entries);
  return opened;
}
