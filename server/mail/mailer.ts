/** Mail: by SMTP if SMTP_URL is set, else as files that a person can open (design §4). */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mailer {
  /** Sends a mail. Throws the mail server's error. */
  send(mail: Mail): Promise<void>;
  /** Lets what is going out finish for a few seconds, then ends it: a slow mail server doesn't delay shutdown. */
  stop(): void;
}

const PATIENCE_MS = 60_000;
/** RFC 5321 allows minutes: a busy mail server, or one that slows strangers down, greets late. */
const patience = { connectionTimeout: PATIENCE_MS, greetingTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS };
/** Less than the server's own stop limit. */
const PATIENCE_AT_STOP_MS = 5000;

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** The configured mailer. Nodemailer is loaded lazily, since many servers send no mail for weeks. */
export function createMailer({ smtpUrl, mailFrom: from, dataDir }: MailConfig, log: FastifyBaseLogger): Mailer {
  if (smtpUrl !== undefined) {
    const stopped = new AbortController();
    return {
      async send(mail) {
        const { createTransport } = await import('nodemailer');
        await createTransport({ url: smtpUrl, ...patience }).sendMail({ from, ...mail, signal: stopped.signal });
      },
      stop() {
        setTimeout(() => stopped.abort(), PATIENCE_AT_STOP_MS).unref();
      },
    };
  }
  const outbox = join(dataDir, 'outbox');
  return {
    async send(mail) {
      const { createTransport } = await import('nodemailer');
      const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await writer.sendMail({ from, ...mail });
      const file = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID()}.eml`);
      await mkdir(outbox, { recursive: true });
      await writeFile(file, message);
      log.info({ file }, 'no SMTP_URL is set: a mail was written to a file');
    },
    stop: () => undefined,
  };
}
