/** Every environment variable that Godown reads, with its default and valid values. Nothing else reads process.env. */
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { limits } from '#contract/core/fields.ts';
import { findFixedSettings, fixedSettings } from './db/postgres/sessionSettings.ts';

const postgresUrl = /^postgres(ql)?:\/\//;

/** The parsed address, null if pg can't read it: it takes a user without a host, for a socket that the query names. */
function parseUrl(text: string): URL | null {
  return URL.parse(text.replace('@/', '@localhost/'));
}

function setsNothingFixed(text: string): boolean {
  const url = parseUrl(text);
  return url !== null && findFixedSettings(url).length === 0;
}

const sender = /^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/;

function isSmtpUrl(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^smtps?:$/.test(url.protocol) && url.hostname !== '';
}

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}

const proxyNetworks = ['loopback', 'linklocal', 'uniquelocal'];

/** Whether a text is an IP address, a network such as 10.0.0.0/8, or the name of one. */
function isNetwork(text: string): boolean {
  const [address = '', length, ...more] = text.split('/');
  const most = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  const isLength = length === undefined || (/^[1-9]\d{0,2}$/.test(length) && Number(length) <= most);
  return proxyNetworks.includes(text) || (most > 0 && isLength && more.length === 0);
}

/** A host as a browser's address has it, without scheme and port: godown.local or 192.0.2.7. */
const hostName = /^(?:[a-z\d]([a-z\d.-]*[a-z\d])?|[\da-f]*:[\da-f:.]+)$/;

/** An integer in `unit` from `least` to `most`. */
function whole(unit: string, least: number, most: number) {
  const sentence = `must be a whole number of ${unit} from ${least} to ${most}`;
  return z
    .string()
    .regex(/^\d{1,6}$/, sentence)
    .transform(Number)
    .refine((number) => number >= least && number <= most, sentence);
}

const HOUR_MS = 60 * 60 * 1000;
const TOKEN_MIN = 16;
/** 128 bits as hexadecimal digits: backups that it signs can be copied, and keys tried on them. */
const BACKUP_KEY_MIN = 32;

function secretText(least: number) {
  return z
    .string()
    .regex(/^[\x21-\x7e]*$/, 'must have no spaces and only plain letters, digits and signs')
    .min(least, `must have at least ${least} characters`);
}

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a number from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEY: secretText(BACKUP_KEY_MIN).optional(),
  DATABASE_URL: z
    .string()
    .regex(postgresUrl, {
      error: 'must begin with postgres:// (leave it out for the built-in SQLite database)',
      abort: true,
    })
    .refine((text) => parseUrl(text) !== null, {
      error:
        'must be an address such as postgres://user:password@host:5432/godown, with / ? # @ of the password as %2F %3F %23 %40',
      abort: true,
    })
    .refine(
      setsNothingFixed,
      `must not set ${fixedSettings.join(', ')}, on which Godown relies and which it sets itself`,
    )
    .optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z
    .string()
    .min(6, 'must have at least 6 characters')
    .max(limits.password, `must have at most ${limits.password} characters`)
    .optional(),
  SMTP_URL: z.string().refine(isSmtpUrl, 'must be an address such as smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(sender, 'must be an address such as Godown <godown@example.in>')
    .default('Godown <godown@localhost>'),
  SESSION_IDLE_HOURS: whole('hours', 1, 24 * 30).default(12),
  SESSION_LIFETIME_DAYS: whole('days', 1, 365).default(30),
  TRUST_PROXY: z
    .string()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine(
      (networks) => networks.every(isNetwork),
      'must be addresses or networks of proxies with commas between them, such as 10.0.0.2,172.16.0.0/12 or loopback',
    )
    .optional(),
  ALLOWED_HOSTS: z
    .string()
    .toLowerCase()
    .transform((text) => text.split(',').map((each) => each.trim()))
    .refine(
      (hosts) => hosts.every((host) => hostName.test(host)),
      'must be names or addresses of this machine with commas between them, such as godown.local,192.0.2.7',
    )
    .default([]),
  METRICS_TOKEN: secretText(TOKEN_MIN).optional(),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Kolkata').default('Asia/Kolkata'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

/** How long a session lasts. */
export interface SessionLimits {
  /** Idle limit. */
  idleMs: number;
  /** Absolute limit. */
  lifetimeMs: number;
}

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  /** The backup folder of the built-in database, as an absolute path. */
  backupDir: string;
  /** Signs backups, and is in none of them; without it they are not signed. */
  backupKey: string | undefined;
  databaseUrl: string | undefined;
  firstAdministrator: { email: string; password: string } | undefined;
  /** The mail server; without it, mails are files in the outbox of dataDir. */
  smtpUrl: string | undefined;
  mailFrom: string;
  session: SessionLimits;
  /** Proxies whose X-Forwarded-For is trusted; false without any. */
  trustProxy: string[] | false;
  /** Hosts under which requests from this machine count as local, besides localhost and loopback addresses. */
  allowedHosts: string[];
  /** The token for /metrics; without it only this machine has access. */
  metricsToken: string | undefined;
  timeZone: string;
  logLevel: z.output<typeof environment>['LOG_LEVEL'];
}

/** A start-up error that the operator can fix; main.ts prints only its message and exits with 1. */
export class StartError extends Error {}

/** Reads the environment; an empty value counts as unset. Throws a StartError with a sentence per invalid variable. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const input = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(input);
  if (!parsed.success) {
    const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new StartError(`Godown cannot start with this environment. ${faults.join('; ')}.`);
  }
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = parsed.data;
  if ((email === undefined) !== (password === undefined)) {
    throw new StartError('Godown cannot start: ADMIN_EMAIL and ADMIN_PASSWORD must be set together.');
  }
  return {
    port: parsed.data.PORT,
    host: parsed.data.HOST,
    dataDir: parsed.data.DATA_DIR,
    backupDir: resolve(parsed.data.BACKUP_DIR ?? join(parsed.data.DATA_DIR, 'backups')),
    backupKey: parsed.data.BACKUP_KEY,
    databaseUrl: parsed.data.DATABASE_URL,
    firstAdministrator: email !== undefined && password !== undefined ? { email, password } : undefined,
    smtpUrl: parsed.data.SMTP_URL,
    mailFrom: parsed.data.MAIL_FROM,
    session: {
      idleMs: parsed.data.SESSION_IDLE_HOURS * HOUR_MS,
      lifetimeMs: parsed.data.SESSION_LIFETIME_DAYS * 24 * HOUR_MS,
    },
    trustProxy: parsed.data.TRUST_PROXY ?? false,
    allowedHosts: parsed.data.ALLOWED_HOSTS,
    metricsToken: parsed.data.METRICS_TOKEN,
    timeZone: parsed.data.TIME_ZONE,
    logLevel: parsed.data.LOG_LEVEL,
  };
}

/** Whether only this machine can reach the address: then no stranger can sign up first. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
