import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoints.ts';

/** What a list is asked; which names it sorts by its own contract says. */
interface ListQuestion {
  page?: unknown;
  pageSize?: unknown;
  search?: string;
  sort?: string;
  order?: 'asc' | 'desc';
}

/** An endpoint that answers pages of rows. */
export interface ListEndpoint<Row> extends Endpoint {
  method: 'GET';
  query: z.ZodType<unknown, ListQuestion>;
  answer: z.ZodType<unknown, Row[]>;
}
