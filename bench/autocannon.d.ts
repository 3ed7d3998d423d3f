/** The part of autocannon 9 that the measurements use; it has no types of its own. */
declare module 'autocannon' {
  interface Request {
    method?: 'GET' | 'POST';
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called before each request is sent; returns the request to send instead. */
    setupRequest?(request: Request): Request;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    /** Milliseconds: how exactly it keeps to the duration. */
    sampleInt?: number;
    /** Seconds after which a request counts as failed. */
    timeout?: number;
    requests: Request[];
  }

  interface Result {
    '2xx': number;
    non2xx: number;
    errors: number;
    timeouts: number;
    /** Seconds. */
    duration: number;
  }

  interface Run extends PromiseLike<Result> {
    /** Hears of every answer; the time that it took is in milliseconds. */
    on(event: 'response', hear: (client: unknown, status: number, bytes: number, time: number) => void): this;
  }

  export default function autocannon(options: Options): Run;
}
