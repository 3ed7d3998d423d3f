/** Requests to a server in this process, without a socket. */
import type { FastifyInstance } from 'fastify';

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  text: string;
  /** The JSON of the answer; tests look into it by hand. */
  json: ReturnType<typeof JSON.parse>;
}

/** Sends a request as one person. */
export type Caller = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Answer>;

/** A caller with what `token` answers at each request, or without a token. */
export function callerOf(app: FastifyInstance, token: () => string | undefined): Caller {
  return async (method, path, body, headers = {}) => {
    const current = token();
    const answer = await app.inject({
      method,
      url: `/api${path}`,
      headers: {
        ...(current === undefined ? {} : { authorization: `Bearer ${current}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const isJson = String(answer.headers['content-type']).startsWith('application/json');
    const json: Answer['json'] = isJson ? JSON.parse(answer.payload) : undefined;
    return { status: answer.statusCode, headers: answer.headers, text: answer.payload, json };
  };
}
