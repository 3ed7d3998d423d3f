/** HTTP below fetch: raw paths, any headers, a source address. */
import http from 'node:http';

/** A request without any answer for so long hangs. */
const HANG_MS = 60_000;

export interface HttpRequest {
  method: string;
  /** Sent as it is: visible ASCII, from the slash on. */
  path: string;
  headers?: http.OutgoingHttpHeaders;
  body?: string | Buffer;
}

export interface HttpAnswer {
  status: number;
  headers: http.IncomingHttpHeaders;
  text: string;
}

export interface Route {
  port: number;
  agent?: http.Agent | false;
  /** A loopback address: the server limits the connections of each. */
  localAddress?: string;
}

const shared = new http.Agent({ keepAlive: true });

/**
 * Sends a request; 'broken' where the connection ended before the answer was whole, 'stale' where it was an idle one that may
 * have been closed meanwhile. Throws where nothing comes at all.
 */
export async function exchange(
  route: Route,
  { method, path, headers = {}, body }: HttpRequest,
): Promise<HttpAnswer | 'broken' | 'stale'> {
  return await new Promise((resolve, reject) => {
    // Node omits the length for methods without a body, and the body would be parsed as the next request.
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
    const to = { host: '127.0.0.1', agent: shared, ...route, timeout: HANG_MS };
    const request = http.request({ ...to, method, path, headers: { ...headers, ...length } });
    request.on('timeout', () => {
      request.destroy();
      reject(new Error(`${method} ${path.slice(0, 200)} was not answered within ${HANG_MS / 1000} s`));
    });
    request.on('response', (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', () => resolve('broken'));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    request.on('error', () => resolve(request.reusedSocket ? 'stale' : 'broken'));
    request.end(body);
  });
}

/** `isSecond`: a first copy had no answer, so its outcome is unknown. */
export type SentAnswer = HttpAnswer & { isSecond: boolean };
export type Sender = (request: HttpRequest) => Promise<SentAnswer | undefined>;

/** Sends over keep-alive connections, again where an idle one was closed; undefined without an answer. */
export function openSender(port: number, connections: number): { send: Sender; close: () => void } {
  const agent = new http.Agent({ keepAlive: true, maxSockets: connections });
  return {
    async send(request) {
      const first = await exchange({ port, agent }, request);
      const answer = first === 'stale' ? await exchange({ port, agent: false }, request) : first;
      return typeof answer === 'string' ? undefined : { ...answer, isSecond: first === 'stale' };
    },
    close: () => agent.destroy(),
  };
}
