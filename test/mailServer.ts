/** A real SMTP server that keeps what it is sent. */
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { vi } from 'vitest';

export interface MailServer {
  url: string;
  mails: { to: string; mail: string }[];
  isConnected: boolean;
  /** An address whose mails are refused. */
  refused: string | undefined;
  close: () => Promise<void>;
}

/** `greeted` delays the greeting. */
export async function openMailServer(greeted: Promise<void> = Promise.resolve()): Promise<MailServer> {
  // smtp-server warns about its built-in certificate, which is enough here.
  const warned = vi.spyOn(console, 'error').mockReturnValue(undefined);
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    onConnect: (_session, done) => {
      opened.isConnected = true;
      void greeted.then(() => done());
    },
    onRcptTo: ({ address }, _session, done) => done(address === opened.refused ? new Error('mailbox full') : null),
    onData: (stream, { envelope }, done) => {
      let mail = '';
      stream.on('data', (chunk: Buffer) => (mail += chunk.toString()));
      stream.on('end', () => {
        // Quoted-printable breaks lines at 76 characters.
        for (const { address } of envelope.rcptTo)
          opened.mails.push({ to: address, mail: mail.replaceAll('=\r\n', '') });
        done();
      });
    },
  });
  const opened: MailServer = {
    url: '',
    mails: [],
    isConnected: false,
    refused: undefined,
    close: async () => await new Promise<void>((resolve) => server.close(() => resolve())),
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  warned.mockRestore();
  const { port }: AddressInfo = Object(server.server.address());
  opened.url = `smtp://127.0.0.1:${port}`;
  return opened;
}
