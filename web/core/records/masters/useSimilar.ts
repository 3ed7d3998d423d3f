import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { limits } from '#contract/core/fields.ts';
import { findEndpoint, type FindResult } from '#contract/core/find.ts';
import { areCloseNames } from '#contract/core/values/closeNames.ts';
import { withoutJoiners } from '#contract/core/values/names.ts';
import type { RecordKind } from '#contract/kinds.ts';
import { call, callList } from '#web/core/api/client.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';

const TYPING_MS = 250;

/** Identifying fields, with the length from which each is searched: a phone and a GSTIN only when complete. */
const identifying = { name: 3, phone: 10, gstinNumber: 15 };

/** The pieces of a name that a close one is searched by. */
const SHORTEST_PIECE = 3;
const MAX_WORDS = 3;
const MAX_CANDIDATES = 50;

export interface SimilarRecord extends FindResult {
  /** It has the phone, the GSTIN or the whole name that was typed, a name close to it, or one that it is a part of. */
  likeness: 'same' | 'close' | 'part';
}

interface Master<Row> {
  kind: RecordKind;
  list: ListEndpoint<Row>;
  nameOf: (row: Row) => string;
}

const folded = (name: string) => withoutJoiners(name).toLowerCase();

function likenessOf(label: string, name: string): SimilarRecord['likeness'] {
  if (folded(label) === folded(name)) return 'same';
  return areCloseNames(label, name) ? 'close' : 'part';
}

/** Words and halves of a name: a slip leaves one of them as it is. */
function piecesOf(name: string): string[] {
  const words = name.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const middle = Math.ceil(name.length / 2);
  const pieces = [...words.slice(0, MAX_WORDS), name.slice(0, middle), name.slice(middle)].map((piece) => piece.trim());
  return [...new Set(pieces)].filter((piece) => piece.length >= SHORTEST_PIECE);
}

/** The records of a master that are there already under the typed name, phone or GSTIN, which values of the form have. */
export function useSimilar<Row>({ kind, list, nameOf }: Master<Row>, values: object): SimilarRecord[] {
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
      const findClose = async () => {
        const found = await Promise.all(
          piecesOf(name).map(async (search) => {
            const query = { search, page: 1, pageSize: MAX_CANDIDATES };
            return (await callList(list, { query, signal })).rows.map(nameOf);
          }),
        );
        const close = new Set(found.flat().filter((each) => likenessOf(each, name) === 'close'));
        return await Promise.all([...close].map(findOfKind));
      };
      const [close, byName, ...byOthers] = await Promise.all([findClose(), ...[name, ...others].map(findOfKind)]);
      return [
        ...byOthers.flat().map((each) => ({ ...each, likeness: 'same' as const })),
        ...[...(byName ?? []), ...close.flat()].map((each) => ({ ...each, likeness: likenessOf(each.label, name) })),
      ].filter(({ recordId }, index, all) => all.findIndex((each) => each.recordId === recordId) === index);
    },
  });
  return data;
}
