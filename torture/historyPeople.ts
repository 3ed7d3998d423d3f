/** Every call that writes accounts and sessions, driven with chance, and what the history must tell of it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { callerAt, expectStatus, type Answer, type Caller } from './caller.ts';
import type { Content } from './historyContent.ts';
import type { Drivers, Expected, Office, Written } from './historyDrivers.ts';
import { fieldsOf, toldChanges, type Json, type Told } from './historyModel.ts';

const MAIL_WAIT_MS = 50;
const MAIL_TRIES = 1200;
const userFields = fieldsOf({ categories: new Map(), suppliers: new Map(), materials: new Map(), products: new Map() });

/** Writes accounts and sessions at random, and knows which accounts there are. */
export class PeopleWriter {
  readonly #accounts = new Map<number, Json>();
  readonly #office: Office;
  readonly #content: Content;

  constructor(office: Office, content: Content) {
    this.#office = office;
    this.#content = content;
  }

  get #dice() {
    return this.#content.dice;
  }

  drivers(): Drivers {
    return {
      'POST /Auth/register': () => this.#register(),
      'PUT /Auth/edit-user/{id}': () => this.#editUser(),
      'DELETE /Auth/delete-user/{id}': () => this.#deleteUser(),
      'POST /Auth/checkUserAuthentication': () => this.#signIn(),
      'POST /Auth/validateToken': () => this.#validate(),
      'POST /Auth/logout': () => this.#signOut(),
      'POST /Auth/verify-otp': () => this.#resetPassword(),
      'POST /Auth/change-password': () => this.#changePassword(),
      'DELETE /sessions': () => this.#endOwn(),
      'DELETE /sessions/{id}': () => this.#endOne(),
      'DELETE /Auth/user-sessions/{id}': () => this.#endAllOf(),
    };
  }

  #some(): number {
    const ids = [...this.#accounts.keys()];
    return ids.length === 0 ? 999_999 : this.#dice.pick(ids);
  }

  #event(id: number, action: string, userId: number | null, before: Json, after: Json): Expected {
    return { kind: 'users', id, action, userId, changes: toldChanges(userFields['users'] ?? [], before, after) };
  }

  #person() {
    const email = `person${this.#content.number()}@example.in`;
    const phone = String(this.#dice.whole(1_000_000_000, 9_999_999_999));
    return { fullName: this.#content.text(80), email, phone, userRole: this.#dice.pick(['manager', 'user']) };
  }

  /**
   * Somebody at an address that nobody else has, as the server's proxy tells it: from one network no more than a hundred
   * wrong passwords and codes are taken within a quarter of an hour, right ones neither.
   */
  #from(token?: string): Caller {
    const call = callerAt(this.#office.address, token);
    const number = this.#content.number();
    const headers = { 'x-forwarded-for': `10.${(number >> 16) % 256}.${(number >> 8) % 256}.${number % 256}` };
    return async (method, path, body) => await call(method, path, body, headers);
  }

  async #register(): Promise<Written> {
    const person = this.#dice.pick([this.#office.admin, this.#office.manager]);
    const sent = { ...this.#person(), password: this.#content.password() };
    const answer = await person.call('POST', '/Auth/register', sent);
    return {
      answer,
      expected: () => {
        const after = { ...sent, status: 1 };
        const id: number = answer?.json.userId;
        this.#accounts.set(id, after);
        return [this.#event(id, 'create', person.userId, null, after)];
      },
    };
  }

  async #editUser(): Promise<Written> {
    const { admin } = this.#office;
    const id = this.#some();
    const before = this.#accounts.get(id);
    const password = this.#dice.chance(0.5) ? this.#content.password() : '';
    const sent = { ...this.#person(), status: this.#dice.whole(0, 1), password };
    const answer = await admin.call('PUT', `/Auth/edit-user/${id}`, sent);
    return {
      answer,
      expected: () => {
        const event = this.#event(id, 'update', admin.userId, before, sent);
        this.#accounts.set(id, sent);
        const told: Told[] = password ? [['Password', '', 'changed']] : [];
        return [{ ...event, changes: [...event.changes, ...told] }];
      },
    };
  }

  async #deleteUser(): Promise<Written> {
    const { admin } = this.#office;
    const id = this.#dice.chance(0.8) ? this.#some() : admin.userId;
    const before = this.#accounts.get(id);
    const answer = await admin.call('DELETE', `/Auth/delete-user/${id}`);
    return {
      answer,
      expected: () => {
        this.#accounts.delete(id);
        return [this.#event(id, 'delete', admin.userId, before, null)];
      },
    };
  }

  /** Somebody with an account that may sign in, made for this. */
  async #newcomer(): Promise<{ id: number; email: string; password: string; made: Expected }> {
    const { admin } = this.#office;
    const sent = { ...this.#person(), password: this.#content.password() };
    const answer = await admin.call('POST', '/Auth/register', sent);
    if (answer?.status !== 201) throw new Error(`nobody could be registered: ${answer?.text}`);
    const id: number = answer.json.userId;
    const made = this.#event(id, 'create', admin.userId, null, { ...sent, status: 1 });
    this.#accounts.set(id, { ...sent, status: 1 });
    return { id, email: sent.email, password: sent.password, made };
  }

  /** A newcomer who has signed in twice: what is told of that, and a caller with the second session. */
  async #twiceSignedIn() {
    const person = await this.#newcomer();
    await this.#signedIn(person);
    const second = await this.#signedIn(person);
    const call = this.#from(second?.json.token);
    const signIn = this.#session(person.id, 'sign-in');
    return { ...person, call, before: [person.made, signIn, signIn] };
  }

  #ended(id: number, count: number, userId: number = id): Expected {
    return { kind: 'users', id, action: 'sessions-end', userId, changes: [['Open sessions', '', `${count} ended`]] };
  }

  async #endOwn(): Promise<Written> {
    const { id, call, before } = await this.#twiceSignedIn();
    const answer = await call('DELETE', '/sessions');
    return { answer, expected: () => [...before, this.#ended(id, 1)] };
  }

  /** One of the own sessions, or, by an administrator, one of somebody else. */
  async #endOne(): Promise<Written> {
    const { admin } = this.#office;
    const { id, call, before } = await this.#twiceSignedIn();
    const sessions: Json[] = await expectStatus(200, call('GET', '/sessions'));
    const { sessionId } = this.#dice.pick(sessions);
    const isOwn = this.#dice.chance(0.5);
    const answer = await (isOwn ? call : admin.call)('DELETE', `/sessions/${sessionId}`);
    return { answer, expected: () => [...before, this.#ended(id, 1, isOwn ? id : admin.userId)] };
  }

  async #endAllOf(): Promise<Written> {
    const { admin } = this.#office;
    const { id, before } = await this.#twiceSignedIn();
    const answer = await admin.call('DELETE', `/Auth/user-sessions/${id}`);
    return { answer, expected: () => [...before, this.#ended(id, 2, admin.userId)] };
  }

  async #changePassword(): Promise<Written> {
    const { id, password, call, before } = await this.#twiceSignedIn();
    const newPassword = this.#content.password();
    const answer = await call('POST', '/Auth/change-password', { currentPassword: password, newPassword });
    const changed = { kind: 'users', id, action: 'password-change', userId: id } as const;
    return { answer, expected: () => [...before, { ...changed, changes: [['Password', '', 'changed']] }] };
  }

  async #signedIn(person: { email: string; password: string }): Promise<Answer | undefined> {
    const credentials = { userName: person.email, userPassword: person.password, jwtToken: '' };
    const answer = await this.#from()('POST', '/Auth/checkUserAuthentication', credentials);
    if (answer?.status === 200) this.#content.secrets.add(answer.json.token);
    return answer;
  }

  #session(id: number, action: string, userId: number | null = id): Expected {
    return { kind: 'sessions', id, action, userId, changes: [] };
  }

  async #signIn(): Promise<Written> {
    const person = await this.#newcomer();
    await this.#signedIn({ ...person, password: this.#content.password() });
    const refused = this.#session(person.id, 'sign-in-refused', null);
    const answer = await this.#signedIn(person);
    return { answer, expected: () => [person.made, refused, this.#session(person.id, 'sign-in')] };
  }

  async #validate(): Promise<Written> {
    const person = await this.#newcomer();
    const signedIn = await this.#signedIn(person);
    const answer = await this.#from()('POST', '/Auth/validateToken', { jwtToken: signedIn?.json.token });
    return { answer, expected: () => [person.made, this.#session(person.id, 'sign-in')] };
  }

  async #signOut(): Promise<Written> {
    const person = await this.#newcomer();
    const signedIn = await this.#signedIn(person);
    const answer = await this.#from(signedIn?.json.token)('POST', '/Auth/logout');
    const expected = [person.made, this.#session(person.id, 'sign-in'), this.#session(person.id, 'sign-out')];
    return { answer, expected: () => expected };
  }

  /** The code that was mailed to somebody: without SMTP the server writes its mails into a folder. */
  async #mailedCode(email: string): Promise<string> {
    const outbox = join(this.#office.place.dataDir, 'outbox');
    for (let tries = 0; tries < MAIL_TRIES; tries += 1) {
      await delay(MAIL_WAIT_MS);
      if (!existsSync(outbox)) continue;
      const mails = readdirSync(outbox, { withFileTypes: true }).map((file) =>
        readFileSync(join(outbox, file.name), 'utf8'),
      );
      const code = /^Subject: (\d{6}) /m.exec(mails.find((mail) => mail.includes(email)) ?? '')?.[1];
      if (code !== undefined) return code;
    }
    throw new Error('no code was mailed');
  }

  async #resetPassword(): Promise<Written> {
    const person = await this.#newcomer();
    const call = this.#from();
    const { email } = person;
    await expectStatus(200, call('GET', `/Auth/reset-password-otp?email=${email}`));
    const otp = await this.#mailedCode(email);
    this.#content.secrets.add(`"${otp}"`);
    const answer = await call('POST', '/Auth/verify-otp', { email, otp, password: this.#content.password() });
    const users = { kind: 'users', id: person.id };
    const codeSent: Expected = { ...users, action: 'password-code', userId: null, changes: [] };
    const reset: Expected = {
      ...users,
      action: 'password-reset',
      userId: person.id,
      changes: [['Password', '', 'changed']],
    };
    return { answer, expected: () => [person.made, codeSent, reset] };
  }
}
