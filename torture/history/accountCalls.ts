/** Every call that writes accounts and sessions, with random content, and the history expected of it. */
import { type Caller, callerAt, expectStatus, type Json, keptCookie } from '../clients/caller.ts';
import { fromNetwork, mailedCode } from '../clients/people.ts';
import type { Content } from './content.ts';
import { changesOf, type FieldChange, fieldsOf } from './expectedHistory.ts';
import type { Calls, Clients, Expected } from './recordCalls.ts';

const userFields = fieldsOf({ categories: new Map(), suppliers: new Map(), materials: new Map(), products: new Map() });
/** Characters of a kept device's secret. */
const SECRET_LENGTH = 43;
const newPassword: FieldChange = ['Password', '', 'changed'];

export function accountCalls({ server, database, admin, manager }: Clients, content: Content): Calls {
  const { random } = content;
  const accounts = new Map<number, Json>();
  const some = () => random.pick([...accounts.keys(), ...(accounts.size === 0 ? [999_999] : [])]);

  function event(id: number, action: string, userId: number | null, changes: FieldChange[] = []): Expected {
    return { kind: 'users', id, action, userId, changes };
  }

  function changed(id: number, action: string, userId: number, before: Json, after: Json): Expected {
    return event(id, action, userId, changesOf(userFields['users'] ?? {}, before, after));
  }

  function session(id: number, action: string, userId: number | null = id): Expected {
    return { ...event(id, action, userId), kind: 'sessions' };
  }

  function ended(id: number, count: number, userId: number = id): Expected {
    return event(id, 'sessions-end', userId, [['Open sessions', '', `${count} ended`]]);
  }

  function personFields() {
    const email = `person${content.number()}@example.in`;
    const phone = String(random.whole(1_000_000_000, 9_999_999_999));
    return { fullName: content.text(80), email, phone, userRole: random.pick(['manager', 'user']) };
  }

  /** A client in a network of its own, so that the limits on guessing don't end the attack. */
  function from(token?: string): Caller {
    const call = callerAt(server, token);
    const headers = fromNetwork(content.number());
    return async (method, path, body) => await call(method, path, body, headers);
  }

  async function signIn(email: string, password: string) {
    const credentials = { userName: email, userPassword: password, jwtToken: '' };
    const answer = await from()('POST', '/Auth/checkUserAuthentication', credentials);
    if (answer?.status === 200) content.secrets.add(answer.json.token);
    return answer;
  }

  async function newcomer() {
    const sent = { ...personFields(), password: content.password() };
    const id = Number((await expectStatus(201, admin.call('POST', '/Auth/register', sent))).userId);
    accounts.set(id, { ...sent, status: 1 });
    return { ...sent, id, made: changed(id, 'create', admin.userId, null, { ...sent, status: 1 }) };
  }

  /** A new account that signed in, as often as is wished: the history expected of that, and a caller with the last session. */
  async function signedIn(times: number) {
    const person = await newcomer();
    let token = '';
    for (let count = 0; count < times; count += 1) token = (await signIn(person.email, person.password))?.json.token;
    const signIns = Array.from({ length: times }, () => session(person.id, 'sign-in'));
    return { ...person, token, call: from(token), before: [person.made, ...signIns] };
  }

  async function keptDevice() {
    const { id, email, password, made } = await newcomer();
    const credentials = { userName: email, userPassword: password, keepSignedIn: true };
    const headers = fromNetwork(content.number());
    const answer = await callerAt(server)('POST', '/Auth/checkUserAuthentication', credentials, headers);
    const cookie = keptCookie(answer);
    content.secrets.add(cookie.slice(-SECRET_LENGTH));
    return { id, cookie, before: [made, session(id, 'sign-in')] };
  }

  async function reopen(userId: number, cookie: string) {
    const headers = { ...fromNetwork(content.number()), cookie };
    const answer = await callerAt(server)('POST', '/Auth/reopen-session', { userId }, headers);
    if (answer?.status === 200) content.secrets.add(answer.json.token).add(keptCookie(answer).slice(-SECRET_LENGTH));
    return answer;
  }

  return {
    async 'POST /Auth/register'() {
      const person = random.pick([admin, manager]);
      const sent = { ...personFields(), password: content.password() };
      const answer = await person.call('POST', '/Auth/register', sent);
      const expected = () => {
        const after = { ...sent, status: 1 };
        const id: number = answer?.json.userId;
        accounts.set(id, after);
        return [changed(id, 'create', person.userId, null, after)];
      };
      return { answer, expected };
    },
    async 'PUT /Auth/edit-user/{id}'() {
      const id = some();
      const before = accounts.get(id);
      const password = random.chance(0.5) ? content.password() : '';
      const sent = { ...personFields(), status: random.whole(0, 1), password };
      const answer = await admin.call('PUT', `/Auth/edit-user/${id}`, sent);
      const expected = () => {
        accounts.set(id, sent);
        const edit = changed(id, 'update', admin.userId, before, sent);
        return [{ ...edit, changes: [...edit.changes, ...(password ? [newPassword] : [])] }];
      };
      return { answer, expected };
    },
    async 'DELETE /Auth/delete-user/{id}'() {
      const id = random.chance(0.8) ? some() : admin.userId;
      const before = accounts.get(id);
      const answer = await admin.call('DELETE', `/Auth/delete-user/${id}`);
      const expected = () => {
        accounts.delete(id);
        return [changed(id, 'delete', admin.userId, before, null)];
      };
      return { answer, expected };
    },
    // Deleted and restored in one call, before another user takes the address: two events.
    async 'POST /Auth/users/{id}/restore'() {
      const id = some();
      const account = accounts.get(id);
      const deletion = await admin.call('DELETE', `/Auth/delete-user/${id}`);
      if (deletion?.status !== 200) return { answer: deletion, expected: () => [] };
      const answer = await admin.call('POST', `/Auth/users/${id}/restore`);
      const expected = () => [
        changed(id, 'delete', admin.userId, account, null),
        changed(id, 'restore', admin.userId, null, account),
      ];
      return { answer, expected };
    },
    async 'POST /Auth/checkUserAuthentication'() {
      const { id, email, password, made } = await newcomer();
      await signIn(email, content.password());
      const answer = await signIn(email, password);
      return { answer, expected: () => [made, session(id, 'sign-in-refused', null), session(id, 'sign-in')] };
    },
    async 'POST /Auth/validateToken'() {
      const { token, before } = await signedIn(1);
      return { answer: await from()('POST', '/Auth/validateToken', { jwtToken: token }), expected: () => before };
    },
    // Neither is a line of the history: the sign-in that kept the device is one.
    async 'POST /Auth/reopen-session'() {
      const { id, cookie, before } = await keptDevice();
      const answer = await reopen(id, cookie);
      return { answer, expected: () => before };
    },
    async 'DELETE /Auth/kept-device'() {
      const { cookie, before } = await keptDevice();
      const headers = { ...fromNetwork(content.number()), cookie };
      return {
        answer: await callerAt(server)('DELETE', '/Auth/kept-device', undefined, headers),
        expected: () => before,
      };
    },
    async 'POST /Auth/logout'() {
      const { id, call, before } = await signedIn(1);
      return { answer: await call('POST', '/Auth/logout'), expected: () => [...before, session(id, 'sign-out')] };
    },
    async 'POST /Auth/verify-otp'() {
      const { id, email, made } = await newcomer();
      const call = from();
      await expectStatus(200, call('GET', `/Auth/reset-password-otp?email=${email}`));
      const otp = await mailedCode(database, email);
      content.secrets.add(`"${otp}"`);
      const answer = await call('POST', '/Auth/verify-otp', { email, otp, password: content.password() });
      const reset = event(id, 'password-reset', id, [newPassword]);
      return { answer, expected: () => [made, event(id, 'password-code', null), reset] };
    },
    async 'POST /Auth/change-password'() {
      const { id, password: currentPassword, call, before } = await signedIn(2);
      const body = { currentPassword, newPassword: content.password() };
      const answer = await call('POST', '/Auth/change-password', body);
      return { answer, expected: () => [...before, event(id, 'password-change', id, [newPassword])] };
    },
    async 'PUT /weekly-mail'() {
      const { id, call, before } = await signedIn(1);
      const answer = await call('PUT', '/weekly-mail', { wanted: true });
      return { answer, expected: () => [...before, event(id, 'update', id, [['Weekly mail', 'No', 'Yes']])] };
    },
    async 'DELETE /sessions'() {
      const { id, call, before } = await signedIn(2);
      return { answer: await call('DELETE', '/sessions'), expected: () => [...before, ended(id, 1)] };
    },
    /** An own session or, for an administrator, another user's. */
    async 'DELETE /sessions/{id}'() {
      const { id, call, before } = await signedIn(2);
      const sessions: Json[] = await expectStatus(200, call('GET', '/sessions'));
      const isOwn = random.chance(0.5);
      const answer = await (isOwn ? call : admin.call)('DELETE', `/sessions/${random.pick(sessions).sessionId}`);
      return { answer, expected: () => [...before, ended(id, 1, isOwn ? id : admin.userId)] };
    },
    async 'DELETE /Auth/user-sessions/{id}'() {
      const { id, before } = await signedIn(2);
      const answer = await admin.call('DELETE', `/Auth/user-sessions/${id}`);
      return { answer, expected: () => [...before, ended(id, 2, admin.userId)] };
    },
  };
}
