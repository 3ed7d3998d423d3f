/** Senders who begin a request and never end it. */
import net from 'node:net';

export const SLOW_SENDERS = 200;

interface SlowSenders {
  /** How many the server has not let go. */
  stillThere(): number;
  /** How many it has told that they were too slow. */
  told(): number;
  /** Breaks off what is left. */
  end(): void;
}

/** Begins their requests: every second one in the midst of the headers, the others of the body. */
export function openSlowSenders(port: number): SlowSenders {
  const open = new Set<net.Socket>();
  let told = 0;
  for (let count = 0; count < SLOW_SENDERS; count += 1) {
    const socket = net.connect({ host: '127.0.0.1', port });
    open.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => open.delete(socket));
    // Whoever doesn't read never hears of the end.
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
