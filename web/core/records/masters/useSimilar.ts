import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { limits } from '#contract/core/fields.ts';
import { findEndpoint, similarTexts, type FindResult } from '#contract/core/find.ts';
import { areCloseNames } from '#contract/core/values/closeNames.ts';
import { withoutJoiners } from '#contract/core/values/names.ts';
import type { RecordKind } from '#contract/kinds.ts';
import { call, callList } from '#web/core/api/client.ts';
import type { SaveQuestion } from '#web/core/form/useSentForm.ts';
import type { ListEndpoint } from '#web/core/api/listEndpoint.ts';

const TYPING_MS = 250;

/** Identifying fields, with the length from which each is searched: a phone and a GSTIN only when complete. */
const identifying = { name: 3, phone: 10, gstinNumber: 15 };

/** The pieces of a name that a close one is searched by. */
const SHORTEST_PIECE = 3;
const MAX_WORDS = 3;
const MAX_CANDIDATES = 50;
/** How long what the form shows counts when it is saved. */
const FRESH_MS = 10_000;
/** Records that the question names. */
const MAX_ASKED = 3;

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

function termsOf(values: object): string {
  const typed = new Map<string, unknown>(Object.entries(values));
  const terms = Object.entries(identifying).map(([field, shortest]) => {
    const text = typed.get(field);
    const term = typeof text === 'string' ? text.trim() : '';
    return term.length >= shortest && term.length <= limits.search ? term : '';
  });
  return terms.join('\n');
}

/** The query of the records like the searched terms. */
function similarQuery<Row>({ kind, list, nameOf }: Master<Row>, searched: string) {
  return queryOptions({
    queryKey: [findEndpoint.path, kind, searched],
    queryFn: async ({ signal }): Promise<SimilarRecord[]> => {
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
}

/**
 * The existing records of a master with the typed name, phone or GSTIN, which values of a new record have;
 * and the question about them before it is saved, for those that the user did not say to be others.
 */
export function useSimilar<Row>(master: Master<Row>, values: object, isNew = true) {
  const queryClient = useQueryClient();
  const [others, setOthers] = useState<ReadonlySet<number>>(new Set());
  const [searched] = useDebouncedValue(termsOf(values), TYPING_MS);
  const { data = [] } = useQuery({ ...similarQuery(master, searched), enabled: isNew });
  const unanswered = (records: readonly SimilarRecord[]) => records.filter(({ recordId }) => !others.has(recordId));
  return {
    records: unanswered(data),
    /** The new record is none of these. */
    dismiss: (records: readonly SimilarRecord[]) =>
      setOthers(new Set([...others, ...records.map(({ recordId }) => recordId)])),
    findQuestion: async <Values extends object>(typed: Values): Promise<SaveQuestion<Values> | undefined> => {
      if (!isNew) return undefined;
      const found = await queryClient.fetchQuery({ ...similarQuery(master, termsOf(typed)), staleTime: FRESH_MS });
      const alike = unanswered(found).filter(({ likeness }) => likeness !== 'part');
      if (alike.length === 0) return undefined;
      const note = alike.slice(0, MAX_ASKED).map(({ label, detail }) => [label, detail.split('\n')[0]]);
      return {
        question: similarTexts.question,
        note: note.map((parts) => parts.filter(Boolean).join(' · ')).join('\n'),
        confirm: similarTexts.addAsNew,
        values: typed,
      };
    },
  };
}
