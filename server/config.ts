/** Every environment variable that Godown reads, its default, and what it may be. Nothing else reads process.env. */
import { isIP } from 'node:net';
import { z } from 'zod';

const postgresUrl = /^postgres(ql)?:\/\//;

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

const environment = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/, 'must be a number from 0 to 65535')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a number from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: z
    .string()
    .regex(postgresUrl, 'must begin with postgres:// (leave it out for the built-in SQLite database)')
    .optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(6, 'must have at least 6 characters').optional(),
  SMTP_URL: z.string().refine(isSmtpUrl, 'must be an address such as smtp://user:password@host:587').optional(),
  MAIL_FROM: z
    .string()
    .regex(sender, 'must be an address such as Godown <godown@example.in>')
    .default('Godown <godown@localhost>'),
  TIME_ZONE: z.string().refine(isTimeZone, 'must be a time zone such as Asia/Kolkata').default('Asia/Kolkata'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  databaseUrl: string | undefined;
  firstAdministrator: { email: string; password: string } | undefined;
  /** Where mail goes out; without it, mails are files in the outbox of dataDir. */
  smtpUrl: string | undefined;
  mailFrom: string;
  timeZone: string;
  logLevel: z.output<typeof environment>['LOG_LEVEL'];
}

/** A start-up fault that its reader can repair; main.ts prints the sentence alone and exits with 1. */
export class StartError extends Error {}

/** Reads the environment. Throws a StartError that names each bad variable in a sentence. An empty value counts as not set. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(given);
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
    databaseUrl: parsed.data.DATABASE_URL,
    firstAdministrator: email !== undefined && password !== undefined ? { email, password } : undefined,
    smtpUrl: parsed.data.SMTP_URL,
    mailFrom: parsed.data.MAIL_FROM,
    timeZone: parsed.data.TIME_ZONE,
    logLevel: parsed.data.LOG_LEVEL,
  };
}

/** Whether only this machine can reach the address, so that no stranger can be first to sign up. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
