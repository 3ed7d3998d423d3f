/** The production server over an empty database of its own, and what the measurements need in it. */
import path from 'node:path';
import { z } from 'zod';
import { freePort } from '../scripts/freePort.ts';
import { root } from '../scripts/processes.ts';
import { type OwnProcess, startProcess } from './ownProcess.ts';

const account = { email: 'bench@example.in', password: 'a password to measure with' };

const signedIn = z.object({ token: z.string() });

export interface Godown extends OwnProcess {
  url: string;
  /** The headers of a request by its administrator. */
  headers: Record<string, string>;
  databaseFile: string;
  /** Sends JSON by POST and answers the JSON of the answer. Throws unless it is 2xx. */
  post(path: string, body: unknown): Promise<unknown>;
}

/** Starts Godown in `folder` and signs in its first administrator. */
export async function startGodown(folder: string): Promise<Godown> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: String(port),
    DATA_DIR: folder,
    ADMIN_EMAIL: account.email,
    ADMIN_PASSWORD: account.password,
  };
  const script = path.join(root, 'server/main.ts');
  const own = await startProcess(script, [], env, `${url}/api/health`, path.join(folder, 'server.log'));

  const headers: Record<string, string> = { 'content-type': 'application/json' };
  async function post(to: string, body: unknown): Promise<unknown> {
    const answer = await fetch(`${url}/api${to}`, { method: 'POST', headers, body: JSON.stringify(body) });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`POST ${to} answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  }
  const credentials = { userName: account.email, userPassword: account.password };
  const { token } = signedIn.parse(await post('/Auth/checkUserAuthentication', credentials));
  headers['authorization'] = `Bearer ${token}`;
  return { ...own, url, headers, post, databaseFile: path.join(folder, 'godown.db') };
}
