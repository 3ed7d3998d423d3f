import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { limits } from '#contract/core/fields.ts';
import { findEndpoint, type FindResult } from '#contract/core/find.ts';
import { withoutJoiners } from '#contract/core/values/names.ts';
import type { RecordKind } from '#contract/kinds.ts';
import { call } from '#web/core/api/client.ts';

const TYPING_MS = 250;

/** Identifying fields, with the length from which each is searched: a phone and a GSTIN only when complete. */
const identifying = { name: 3, phone: 10, gstinNumber: 15 };

export interface SimilarRecord extends FindResult {
  /** It has the phone, the GSTIN or the whole name that was typed; otherwise the name is a part of its own. */
  isSame: boolean;
}

const folded = (name: string) => withoutJoiners(name).toLowerCase();

/** The records of a master that are there already under the typed name, phone or GSTIN, which values of the form have. */
export function useSimilar(kind: RecordKind, values: object): SimilarRecord[] {
  const typed = new Map<string, unknown>(Object.entries(values));
  const terms = Object.entries(identifying).map(([field, shortest]) => {
    const text = typed.get(field);
    const term = typeof text === 'string' ? text.trim() : '';
    return term.length >= shortest && term.length <= limits.search ? term : '';
  });
  const [searched] = useDebouncedValue(terms.join('\n'), TYPING_MS);
  const { data = [] } = useQuery({
    queryKey: [findEndpoint.path, kind, searched],
    queryFn: async ({ signal }) => {
      const [name = '', ...others] = searched.split('\n');
      const findOfKind = async (search: string) => {
        const records = search ? await call(findEndpoint, { query: { search }, signal }) : [];
        return records.filter((each) => each.kind === kind);
      };
      const [byName, ...byOthers] = await Promise.all([name, ...others].map(findOfKind));
      return [
        ...byOthers.flat().map((each) => ({ ...each, isSame: true })),
        ...(byName ?? []).map((each) => ({ ...each, isSame: folded(each.label) === folded(name) })),
      ].filter(({ recordId }, index, all) => all.findIndex((each) => each.recordId === recordId) === index);
    },
  });
  return data;
}
