/** Lists of a body: the length is checked before the entries, and an answer has so many faults at most. */
import { z } from 'zod';

/** Limit of faults in a list, after which its other entries are not checked, and of fields in an answer. */
export const MAX_FAULTS = 200;

interface ListLimits {
  /** How many entries it may have. */
  max: number;
  /** The text for more. */
  tooMany?: string | ((list: readonly unknown[]) => string);
  /** The text for a list that is missing or empty; without it, an empty one is valid. */
  missing?: string;
  /** The text for entries that have too much between them, before any is checked. */
  tooMuch?: (list: readonly unknown[]) => string | undefined;
  /** Says of an entry that it passes as it is, in less time than its schema takes: for lists of very many entries. */
  passes?: (entry: unknown) => boolean;
}

/** Replaces zod's check of the entries, which has no end, by one that ends at MAX_FAULTS. */
function endAtFaults<Entry extends z.ZodType>(
  list: z.ZodArray<Entry>,
  entry: Entry,
  { max, tooMuch, passes }: Pick<ListLimits, 'max' | 'tooMuch' | 'passes'>,
) {
  // zod's guard against cyclic values takes itself out at its first use, and with it what was put in its place since.
  list.safeParse(undefined);
  const { parse } = list._zod;
  list._zod.parse = (payload, context) => {
    const sent: unknown = payload.value;
    if (!Array.isArray(sent) || sent.length > max) return parse(payload, context);
    const message = tooMuch?.(sent);
    if (message !== undefined) {
      payload.issues.push({ code: 'custom', message, input: sent, inst: list });
      return payload;
    }
    const entries: unknown[] = [];
    for (const [index, value] of sent.entries()) {
      if (passes?.(value) === true) {
        entries.push(value);
        continue;
      }
      const result = entry._zod.run({ value, issues: [] }, context);
      if (result instanceof Promise) throw new z.core.$ZodAsyncError();
      entries.push(result.value);
      if (result.issues.length === 0) continue;
      payload.issues.push(...z.core.util.prefixIssues(index, result.issues));
      if (payload.issues.length >= MAX_FAULTS) break;
    }
    return Object.assign(payload, { value: entries });
  };
  return list;
}

/**
 * A list in a body or a query. One with more than `max` entries has that fault alone, and no entry of it is looked at:
 * zod checks a length before the entries where it is the first rule of the list. All lists of bodies and queries use this.
 */
export function listOf<Entry extends z.ZodType>(
  entry: Entry,
  { max, tooMany = `At most ${max} lines.`, missing, tooMuch, passes }: ListLimits,
): z.ZodArray<Entry> {
  const error = ({ input }: { input?: unknown }) =>
    typeof tooMany === 'string' ? tooMany : tooMany(Array.isArray(input) ? input : []);
  const list = z.array(entry, missing).max(max, { error });
  return endAtFaults(missing === undefined ? list : list.min(1, missing), entry, { max, tooMuch, passes });
}
