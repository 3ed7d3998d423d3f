/** Requests below what an HTTP client lets one send: paths as they are, headers of any kind, bytes. */
import http from 'node:http';
import net from 'node:net';

/** A request that hears nothing for so long hangs, which no promise allows. */
const HANG_MS = 60_000;
/** Whoever has said something and then nothing for so long has said all. */
const QUIET_MS = 2000;

export interface RawRequest {
  method: string;
  /** Sent as it is: visible ASCII, from the slash on. */
  path: string;
  headers: http.OutgoingHttpHeaders;
  body?: string | Buffer;
}

export interface RawAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
  /** Whether a first copy of the request had no answer: nobody knows what became of it. */
  isSecond: boolean;
}

/** Sends requests over connections that are kept; answers undefined where the connection broke before an answer. */
export function rawSender(port: number, connections: number) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  const sendBy = async (
    by: http.Agent | false,
    { method, path, headers, body }: RawRequest,
  ): Promise<RawAnswer | 'kept connection lost' | undefined> =>
    await new Promise((resolve, reject) => {
      // Node leaves the length out where a method has no body by rule, and the body would be read as the next request.
      const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
      const all = { ...headers, ...length };
      const request = http.request({
        host: '127.0.0.1',
        port,
        agent: by,
        method,
        path,
        headers: all,
        timeout: HANG_MS,
      });
      request.on('timeout', () => {
        request.destroy();
        reject(new Error(`${method} ${path.slice(0, 200)} was not answered within ${HANG_MS / 1000} s`));
      });
      request.on('response', (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        // An answer that breaks off is none.
        response.on('error', () => resolve(undefined));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString(),
            isSecond: false,
          }),
        );
      });
      request.on('error', () => resolve(request.reusedSocket ? 'kept connection lost' : undefined));
      request.end(body);
    });
  return {
    async send(request: RawRequest): Promise<RawAnswer | undefined> {
      const answer = await sendBy(agent, request);
      if (answer !== 'kept connection lost') return answer;
      // Either side may close a connection between two requests; whoever had just begun one sends it on another.
      const again = await sendBy(false, request);
      return again === undefined || again === 'kept connection lost' ? undefined : { ...again, isSecond: true };
    },
    close: () => agent.destroy(),
  };
}

/**
 * Writes bytes to a connection of their own; answers all that comes back until it closes, or until no more comes for a
 * while, or nothing at all for `patienceMs`: then it was left open.
 */
export async function sendBytes(
  port: number,
  bytes: string | Buffer,
  patienceMs: number,
): Promise<{ heard: string; isLeftOpen: boolean }> {
  return await new Promise((resolve) => {
    let heard = '';
    let isLeftOpen = false;
    const socket = net.connect({ host: '127.0.0.1', port });
    socket.setTimeout(patienceMs);
    socket.on('data', (chunk: Buffer) => {
      socket.setTimeout(QUIET_MS);
      heard += chunk.toString('latin1');
    });
    socket.on('timeout', () => {
      isLeftOpen = true;
      socket.destroy();
    });
    // A server that has heard enough may close while we still write; what it answered before that counts.
    socket.on('error', () => socket.destroy());
    socket.on('close', () => resolve({ heard, isLeftOpen }));
    socket.write(bytes);
  });
}

/** The statuses in what came back on one connection. */
export function statusesIn(heard: string): number[] {
  return Array.from(heard.matchAll(/HTTP\/1\.1 (\d{3}) /g), (line) => Number(line[1]));
}
