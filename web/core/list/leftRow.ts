/** The row that was left for its record, so that going back finds it: by the browser, or by the record's link back. */
import { z } from 'zod';

const leftRow = z.object({
  /** The list's screen and its search, page and filters. */
  path: z.string(),
  search: z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]).optional()),
  /** Key of the entry in the browser's history. */
  entry: z.string().optional(),
  list: z.string(),
  row: z.int(),
  /** The record's page. */
  target: z.string(),
});
export type LeftRow = z.output<typeof leftRow>;

const KEY = 'leftRow';

export function leaveRow(left: LeftRow): void {
  sessionStorage.setItem(KEY, JSON.stringify(left));
}

/** The row that was left last. */
export function readLeftRow(): LeftRow | undefined {
  try {
    return leftRow.safeParse(JSON.parse(sessionStorage.getItem(KEY) ?? 'null')).data;
  } catch {
    return undefined;
  }
}
