/** Valid and invalid environment variables; main.test.ts tests that the server then exits with the message. */
import { expect, test } from 'vitest';
import { readConfig, StartError } from './config.ts';

const wrong: [string, Record<string, string>, RegExp][] = [
  ['a port that is no number', { PORT: 'eighty' }, /PORT: .*number/],
  ['a port of another kind', { PORT: '0x1F90' }, /PORT: must be a number/],
  ['an SMTP address that is none', { SMTP_URL: 'smtp://a b:c@@' }, /SMTP_URL: must be an address such as/],
  ['a sender that is none', { MAIL_FROM: 'nonsense' }, /MAIL_FROM: must be an address such as/],
  ['an unknown time zone', { TIME_ZONE: 'Mars/Olympus' }, /TIME_ZONE: must be a time zone/],
  ['an address that is no database', { DATABASE_URL: 'mysql://x' }, /DATABASE_URL: must begin with postgres:\/\//],
  ['no address at all', { DATABASE_URL: 'godown' }, /environment\. DATABASE_URL: must begin with [^;]*$/],
  [
    'a database at a port that is no number',
    { DATABASE_URL: 'postgres://u:hidden@host:notaport/db' },
    /^(?!.*hidden).*DATABASE_URL: must be an address such as postgres:\/\//,
  ],
  [
    'a password with a slash',
    { DATABASE_URL: 'postgres://u:hid/den@host/db' },
    /^(?!.*hid\/den).*DATABASE_URL: must .* of the password as %2F/,
  ],
  [
    'a setting of the database on which Godown relies',
    { DATABASE_URL: 'postgres://u:hidden@host/db?options=-c search_path=site_a -cTimeZone=Asia/Kolkata' },
    /^(?!.*hidden).*DATABASE_URL: must not set timezone, .*which it sets itself/,
  ],
  [
    'a timeout among the options',
    { DATABASE_URL: 'postgres://u@host/db?options=--statement-timeout%3D0' },
    /DATABASE_URL: must not set/,
  ],
  [
    'a timeout that the driver reads',
    { DATABASE_URL: 'postgres://u@host/db?query_timeout=0' },
    /DATABASE_URL: must not set/,
  ],
  ['half an administrator', { ADMIN_EMAIL: 'a@example.in' }, /ADMIN_EMAIL and ADMIN_PASSWORD must be set together/],
  ['a short password', { ADMIN_EMAIL: 'a@example.in', ADMIN_PASSWORD: '123' }, /ADMIN_PASSWORD: must have at least 6/],
  [
    'a password that nobody could sign in with',
    { ADMIN_EMAIL: 'a@example.in', ADMIN_PASSWORD: 'x'.repeat(201) },
    /ADMIN_PASSWORD: must have at most 200 characters/,
  ],
  [
    'a session without end',
    { SESSION_LIFETIME_DAYS: '0' },
    /SESSION_LIFETIME_DAYS: .* whole number of days from 1 to 365/,
  ],
  [
    'idle hours that are none',
    { SESSION_IDLE_HOURS: '1.5' },
    /SESSION_IDLE_HOURS: .* whole number of hours from 1 to 720/,
  ],
  ['a proxy that is none', { TRUST_PROXY: '10.0.0.1,true' }, /TRUST_PROXY: must be addresses or networks of proxies/],
  ['a network that is none', { TRUST_PROXY: '10.0.0.0/33' }, /TRUST_PROXY: must be addresses or networks of proxies/],
  ['a network of everybody', { TRUST_PROXY: '10.0.0.0/0' }, /TRUST_PROXY: must be addresses or networks of proxies/],
  ['a host with a port', { ALLOWED_HOSTS: 'localhost,godown:3000' }, /ALLOWED_HOSTS: must be names or addresses/],
  ['any host', { ALLOWED_HOSTS: '*' }, /ALLOWED_HOSTS: must be names or addresses/],
  ['a key to be guessed', { BACKUP_KEY: 'secret' }, /BACKUP_KEY: must have at least 32 characters/],
  ['a token to be guessed', { METRICS_TOKEN: 'secret' }, /METRICS_TOKEN: must have at least 16 characters/],
];
test.each(wrong)('%s is refused with a sentence', (_, environment, sentence) => {
  expect(() => readConfig(environment)).toThrow(StartError);
  expect(() => readConfig(environment)).toThrow(sentence);
});

test.each([
  'postgres://db.example.in/godown',
  'postgresql://u:p%2Fw@[::1]:5433/godown?sslmode=verify-full',
  'postgres://godown@/godown?host=/var/run/postgresql',
  'postgres:///godown',
  'postgres://u@host/db?options=-c search_path=site_a -c work_mem=64MB',
])('%s is accepted as the address of a database', (url) => {
  expect(readConfig({ DATABASE_URL: url }).databaseUrl).toBe(url);
});

test('hosts are compared as browsers write them', () => {
  const { allowedHosts } = readConfig({ ALLOWED_HOSTS: 'Godown.Local, 192.0.2.7,2001:DB8::7' });
  expect(allowedHosts).toEqual(['godown.local', '192.0.2.7', '2001:db8::7']);
  expect(readConfig({}).allowedHosts).toEqual([]);
});
