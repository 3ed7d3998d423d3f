/** The history: changes of a record and, for administrators, all activity (docs/domain.md, History). */
import { historyActions } from '../historyActions.ts';
import { kindLabel, historyKinds, recordKinds, type RecordKind } from '../kinds.ts';
import { z } from 'zod';
import { endpoint, idParams } from './endpoint.ts';
import { choiceFilter, daysFilter, recordFilter } from './filters.ts';
import { firstDay, lastDay, listQuery } from './lists.ts';

export const historyTexts = {
  /** The person of events without a signed-in user. */
  notSignedIn: 'Not signed in',
  deleted: 'deleted',
  deletedBy: (who: string, when: string) => `Deleted by ${who} on ${when}.`,
  empty: 'Nothing was recorded about this yet.',
  nothingChanged: 'Saved without a change.',
  loadFailed: 'The history could not be loaded.',
  notFound: 'There is no such record.',
  emptied: 'removed',
  passwordChanged: 'changed',
  sessions: 'Open sessions',
  sessionsEnded: (count: number) => `${count} ended`,
} as const;

export const activityTexts = {
  title: 'Activity',
  loadFailed: 'The activity could not be loaded.',
  empty: 'Nothing was done yet.',
} as const;

const fieldChange = z.object({
  field: z.string().describe("The field's name in this API; a line of an inward has its id behind it."),
  label: z.string().describe('Label of the field on the screens.'),
  before: z.string().nullable().describe('Value as shown to people; null where there was no record.'),
  after: z.string().nullable().describe('Value as shown to people; null where there is no record any more.'),
});
export type FieldChange = z.output<typeof fieldChange>;

const historyEvent = z
  .object({
    eventId: z.int(),
    at: z.iso.datetime(),
    userId: z.int().nullable().describe('User who made the change; null where nobody was signed in.'),
    userName: z.string().nullable(),
    action: z.enum(historyActions),
    kind: z.enum(historyKinds),
    recordId: z.int().describe('0 where it is about no record.'),
    recordName: z.string(),
    recordDeleted: z.boolean().describe('Whether the record is now deleted.'),
    changes: z.array(fieldChange),
    stock: z.array(z.string()).describe('Its effects on stock, in words.'),
  })
  .meta({ id: 'HistoryEvent' });
export type HistoryEvent = z.output<typeof historyEvent>;

/** Name of the user who made the change. */
export function nameOfActor({ userName }: HistoryEvent): string {
  return userName ?? historyTexts.notSignedIn;
}

/** A change on one line: 'Phone: 9811111111 → 9822222222'; without a value before, only the new one. */
export function changeText({ label, before, after }: FieldChange): string {
  const is = after === '' ? historyTexts.emptied : after;
  return `${label}: ${[before, is].filter(Boolean).join(' → ')}`;
}

/** Paging only: newest first, no search, no other order. */
const pageQuery = listQuery(['at']).pick({ page: true, pageSize: true });

/** The endpoint of the history of one record. */
export function historyOf<const K extends RecordKind>(kind: K) {
  const path: `/history/${K}/:id` = `/history/${kind}/:id`;
  return endpoint({
    method: 'GET',
    path,
    // Permission to view a record includes its history.
    access: [kind, 'view'],
    params: idParams,
    query: pageQuery,
    answer: z.array(historyEvent),
  });
}

const kindLabels = Object.fromEntries(historyKinds.map((kind) => [kind, kindLabel(kind)]));

const activityQuery = pageQuery.extend({
  userId: recordFilter('userId', 'users', 'Person'),
  kind: choiceFilter(
    z.enum(historyKinds, { error: `kind must be one of: ${historyKinds.join(', ')}.` }),
    'Kind',
    kindLabels,
  ),
  dayFrom: daysFilter(firstDay('dayFrom'), 'When', 'dayTo'),
  dayTo: lastDay('dayTo'),
});

/** The history of each kind of record. */
export const historyEndpoints = recordKinds.map((kind) => ({ kind, ...historyOf(kind) }));

export const activityEndpoint = endpoint({
  method: 'GET',
  path: '/activity',
  access: ['activity', 'view'],
  query: activityQuery,
  answer: z.array(historyEvent),
});
