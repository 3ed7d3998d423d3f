import type { z } from 'zod';
import type { Endpoint } from '#contract/core/endpoint.ts';

/** The query of any list; each endpoint narrows `sort` to its columns. */
interface ListQuery {
  page?: unknown;
  pageSize?: unknown;
  search?: string;
  sort?: string;
  order?: 'asc' | 'desc';
}

/** An endpoint that returns pages of rows. */
export interface ListEndpoint<Row> extends Endpoint {
  method: 'GET';
  query: z.ZodType<unknown, ListQuery>;
  answer: z.ZodType<unknown, Row[]>;
}
