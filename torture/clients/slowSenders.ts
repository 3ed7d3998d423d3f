/** Clients that begin a request and never end it. */
import net from 'node:net';

export const SLOW_SENDERS = 200;

interface SlowSenders {
  /** Number of connected senders. */
  stillThere(): number;
  /** Number of senders that were answered 408. */
  told(): number;
  end(): void;
}

/** Half of the requests stop in the headers, the others in the body. */
export function openSlowSenders(port: number): SlowSenders {
  const open = new Set<net.Socket>();
  let told = 0;
  for (let count = 0; count < SLOW_SENDERS; count += 1) {
    // Connections per address are limited, and others need theirs.
    const socket = net.connect({ host: '127.0.0.1', localAddress: '127.0.1.1', port });
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    // Without reading, the end would go unnoticed.
    socket.on('data', (chunk: Buffer) => (told += chunk.toString('latin1').includes(' 408 ') ? 1 : 0));
    const start = 'POST /api/Auth/checkUserAuthentication HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
    socket.write(count % 2 === 0 ? start : `${start}Content-Length: 100\r\n\r\n{"userName":`);
    socket.unref();
  }
  return {
    stillThere: () => open.size,
    told: () => told,
    end: () => open.forEach((socket) => socket.destroy()),
  };
}
