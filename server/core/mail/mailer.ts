/** Mail: by SMTP if SMTP_URL is set, else as files that a person can open (docs/domain.md, Passwords and codes). */
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../config.ts';
import { withUnfinished } from '../unfinished.ts';

export interface MailContent {
  to: string;
  subject: string;
  text: string;
  html: string;
}

export interface Mail extends MailContent {
  /** A UUID, the same in each repeat of a mail: its Message-ID, by which mailboxes recognise a repeat. */
  id: string;
}

export interface Mailer {
  /**
   * Sends a mail; resolves once the mail server has accepted it, or rejects with its error, within SEND_LIMIT_MS. After
   * an error the mail may have been accepted all the same, unless the error is a refusal. `onAccepted` is called, and
   * waited for, as soon as it is accepted; where mails are files, before the file exists. Its errors are thrown.
   */
  send(mail: Mail, onAccepted?: () => Promise<void>): Promise<void>;
  /** Aborted as soon as the server stops: a mail that waits to be repeated is dropped. */
  readonly stopping: AbortSignal;
  /** Waits a few seconds for mails in progress, then ends them: a slow mail server doesn't delay shutdown. */
  stop(): void;
}

const MINUTE_MS = 60_000;
/** A busy mail server, or one that slows strangers down, greets late. */
const GREETING_MS = MINUTE_MS;
/** RFC 5321 (4.5.3.2.6): a client that waits less than ten minutes for the answer to its mail sends mails twice. */
const ANSWER_MS = 11 * MINUTE_MS;
const patience = { connectionTimeout: GREETING_MS, greetingTimeout: GREETING_MS, socketTimeout: ANSWER_MS };
/** The longest time that sending a mail takes, however slow each answer is. */
export const SEND_LIMIT_MS = 20 * MINUTE_MS;
/** Less than the server's own stop limit. */
const PATIENCE_AT_STOP_MS = 5000;

type MailConfig = Pick<Config, 'smtpUrl' | 'mailFrom' | 'dataDir'>;

/** True if the mail server will refuse the mail again (5xx); a 4xx, as of greylisting, means to try later. */
export function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'permanent' in error && error.permanent === true;
}

/** The configured mailer. Nodemailer is loaded lazily, since many servers send no mail for weeks. */
export function createMailer({ smtpUrl, mailFrom: from, dataDir }: MailConfig, log: FastifyBaseLogger): Mailer {
  const [stopping, stopped] = [new AbortController(), new AbortController()];
  const stop = () => {
    stopping.abort();
    setTimeout(() => stopped.abort(), PATIENCE_AT_STOP_MS).unref();
  };
  const [, domain = 'localhost'] = /@([^\s>]+)/.exec(from) ?? [];
  const messageOf = ({ id, ...content }: Mail) => ({ from, messageId: `<${id}@${domain}>`, ...content });
  if (smtpUrl !== undefined) {
    return {
      async send(mail, onAccepted) {
        const { createTransport } = await import('nodemailer');
        const limit = new AbortController();
        const timer = setTimeout(() => limit.abort(), SEND_LIMIT_MS);
        const signal = AbortSignal.any([stopped.signal, limit.signal]);
        try {
          await createTransport({ url: smtpUrl, ...patience }).sendMail({ ...messageOf(mail), signal });
        } finally {
          clearTimeout(timer);
        }
        await onAccepted?.();
      },
      stopping: stopping.signal,
      stop,
    };
  }
  const outbox = join(dataDir, 'outbox');
  return {
    async send(mail, onAccepted) {
      const { createTransport } = await import('nodemailer');
      const writer = createTransport({ streamTransport: true, buffer: true, newline: 'unix' });
      const { message } = await writer.sendMail(messageOf(mail));
      const file = join(outbox, `${new Date().toISOString().replaceAll(':', '-')}-${mail.id}.eml`);
      await mkdir(outbox, { recursive: true });
      await withUnfinished(dataDir, async (unfinished) => {
        await writeFile(unfinished, message);
        await onAccepted?.();
        await rename(unfinished, file);
      });
      log.info({ file }, 'SMTP_URL not set, mail written to a file');
    },
    stopping: stopping.signal,
    stop,
  };
}
