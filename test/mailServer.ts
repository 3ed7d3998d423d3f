/** A real SMTP server that keeps what it is sent. */
import type { AddressInfo, Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

/**
 * How it receives the next mail, instead of accepting it: a refusal of the recipient with an SMTP code, the mail taken
 * and the connection lost before the answer, or the answer once a promise is resolved.
 */
type Reaction = number | 'lost' | Promise<void>;

interface ReceivedMail {
  to: string;
  mail: string;
  messageId: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  isConnected: boolean;
  /** An address whose mails are refused. */
  refused: string | undefined;
  /** Reactions to the next mails; accepted once they are used up. */
  reactions: Reaction[];
  /** Mails that were offered, however they were received. */
  offers: number;
  /** Whether a client is connected. */
  isBusy: () => boolean;
  close: () => Promise<void>;
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error(responseCode < 500 ? 'try again later' : 'no such mailbox'), { responseCode });
}

/** `greeted` delays the greeting. */
export async function openMailServer(greeted: Promise<void> = Promise.resolve()): Promise<MailServer> {
  // smtp-server warns about its built-in certificate, which is enough here.
  const warned = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const sockets = new Set<Socket>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      opened.isConnected = true;
      void greeted.then(() => done());
    },
    onRcptTo: ({ address }, _session, done) => {
      opened.offers += 1;
      if (address === opened.refused) return done(refusal(550));
      const [next] = opened.reactions;
      if (typeof next !== 'number') return done();
      opened.reactions = opened.reactions.slice(1);
      return done(refusal(next));
    },
    onData: (stream, { envelope }, done) => {
      const reaction = opened.reactions.shift();
      let mail = '';
      stream.on('data', (chunk: Buffer) => (mail += chunk.toString()));
      stream.on('end', () => {
        // Quoted-printable breaks lines at 76 characters.
        const text = mail.replaceAll('=\r\n', '');
        const messageId = /^Message-ID: (\S+)/m.exec(text)?.[1] ?? '';
        for (const { address } of envelope.rcptTo) opened.mails.push({ to: address, mail: text, messageId });
        if (reaction === 'lost') for (const socket of sockets) socket.destroy();
        else void Promise.resolve(reaction).then(() => done());
      });
    },
  });
  server.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const opened: MailServer = {
    url: '',
    mails: [],
    isConnected: false,
    refused: undefined,
    reactions: [],
    offers: 0,
    isBusy: () => sockets.size > 0,
    close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  warned.mockRestore();
  const { port }: AddressInfo = Object(server.server.address());
  opened.url = `smtp://127.0.0.1:${port}`;
  return opened;
}
