/** Every call that writes accounts and sessions, with random content, and the history expected of it. */
import { type Answer, type Caller, callerAt, expectStatus, type Json } from '../clients/caller.ts';
import { fromNetwork, mailedCode } from '../clients/people.ts';
import type { Content } from './content.ts';
import { changesOf, type FieldChange, fieldsOf } from './expectedHistory.ts';
import type { Calls, Clients, Expected, Written } from './recordCalls.ts';

const userFields = fieldsOf({ categories: new Map(), suppliers: new Map(), materials: new Map(), products: new Map() });

export class AccountWriter {
  readonly #accounts = new Map<number, Json>();
  readonly #clients: Clients;
  readonly #content: Content;

  constructor(clients: Clients, content: Content) {
    this.#clients = clients;
    this.#content = content;
  }

  get #random() {
    return this.#content.random;
  }

  calls(): Calls {
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
    return ids.length === 0 ? 999_999 : this.#random.pick(ids);
  }

  #event(id: number, action: string, userId: number | null, before: Json, after: Json): Expected {
    return { kind: 'users', id, action, userId, changes: changesOf(userFields['users'] ?? [], before, after) };
  }

  #person() {
    const email = `person${this.#content.number()}@example.in`;
    const phone = String(this.#random.whole(1_000_000_000, 9_999_999_999));
    return { fullName: this.#content.text(80), email, phone, userRole: this.#random.pick(['manager', 'user']) };
  }

  /** A client in a network of its own, so that the limits on guessing don't end the attack. */
  #from(token?: string): Caller {
    const call = callerAt(this.#clients.server, token);
    const headers = fromNetwork(this.#content.number());
    return async (method, path, body) => await call(method, path, body, headers);
  }

  async #register(): Promise<Written> {
    const person = this.#random.pick([this.#clients.admin, this.#clients.manager]);
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
    const { admin } = this.#clients;
    const id = this.#some();
    const before = this.#accounts.get(id);
    const password = this.#random.chance(0.5) ? this.#content.password() : '';
    const sent = { ...this.#person(), status: this.#random.whole(0, 1), password };
    const answer = await admin.call('PUT', `/Auth/edit-user/${id}`, sent);
    return {
      answer,
      expected: () => {
        const event = this.#event(id, 'update', admin.userId, before, sent);
        this.#accounts.set(id, sent);
        const newPassword: FieldChange[] = password ? [['Password', '', 'changed']] : [];
        return [{ ...event, changes: [...event.changes, ...newPassword] }];
      },
    };
  }

  async #deleteUser(): Promise<Written> {
    const { admin } = this.#clients;
    const id = this.#random.chance(0.8) ? this.#some() : admin.userId;
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

  /** A new account that may sign in. */
  async #newcomer(): Promise<{ id: number; email: string; password: string; made: Expected }> {
    const { admin } = this.#clients;
    const sent = { ...this.#person(), password: this.#content.password() };
    const answer = await admin.call('POST', '/Auth/register', sent);
    if (answer?.status !== 201) throw new Error(`nobody could be registered: ${answer?.text}`);
    const id: number = answer.json.userId;
    const made = this.#event(id, 'create', admin.userId, null, { ...sent, status: 1 });
    this.#accounts.set(id, { ...sent, status: 1 });
    return { id, email: sent.email, password: sent.password, made };
  }

  /** A new account that signed in twice: the history expected of that, and a caller with the second session. */
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

  /** An own session or, for an administrator, somebody else's. */
  async #endOne(): Promise<Written> {
    const { admin } = this.#clients;
    const { id, call, before } = await this.#twiceSignedIn();
    const sessions: Json[] = await expectStatus(200, call('GET', '/sessions'));
    const { sessionId } = this.#random.pick(sessions);
    const isOwn = this.#random.chance(0.5);
    const answer = await (isOwn ? call : admin.call)('DELETE', `/sessions/${sessionId}`);
    return { answer, expected: () => [...before, this.#ended(id, 1, isOwn ? id : admin.userId)] };
  }

  async #endAllOf(): Promise<Written> {
    const { admin } = this.#clients;
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

  async #resetPassword(): Promise<Written> {
    const person = await this.#newcomer();
    const call = this.#from();
    const { email } = person;
    await expectStatus(200, call('GET', `/Auth/reset-password-otp?email=${email}`));
    const otp = await mailedCode(this.#clients.database, email);
    this.#content.secrets.add(`"${otp}"`);
    const answer = await call('POST', '/Auth/verify-otp', { email, otp, password: this.#content.password() });
    const { id, made } = person;
    const codeSent: Expected = { kind: 'users', id, action: 'password-code', userId: null, changes: [] };
    const changes: FieldChange[] = [['Password', '', 'changed']];
    const reset: Expected = { kind: 'users', id, action: 'password-reset', userId: id, changes };
    return { answer, expected: () => [made, codeSent, reset] };
  }
}
