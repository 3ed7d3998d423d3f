/** What the measurements use of autocannon 9, which brings no types of its own. */
declare module 'autocannon' {
  interface Request {
    method?: 'GET' | 'POST';
    path?: string;
    headers?: Record<string, string>;
    body?: string;
    /** Called before each request is sent; answers what is sent in its place. */
    setupRequest?(request: Request): Request;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
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

  export default function autocannon(options: Options): PromiseLike<Result>;
}
