/** Saved views of lists: a search, filters and an order under a name, of one person or shared with everyone. */
import { viewedLists } from '../kinds.ts';
import { z } from 'zod';
import { endpoint, idParams, messageAnswer } from './endpoint.ts';
import { bodyId, requiredName, seenUpdatedAt, withExample } from './fields.ts';
import { fieldTexts } from './sharedTexts.ts';

export const viewTexts = {
  all: 'All',
  save: 'Save view',
  saveTitle: 'Save this view',
  editTitle: 'Change the view',
  shareLabel: 'Everyone sees it',
  nameRequired: 'Give the view a name.',
  queryInvalid: 'The view must be the query of an address.',
  saved: 'View saved.',
  deleted: 'View deleted.',
  saveFailed: 'The view could not be saved.',
  deleteFailed: 'The view could not be deleted.',
  notFound: 'There is no such view.',
  notShared: 'Only admins and managers share views.',
  sharedByOther: 'Only the person who saved this view can stop sharing it. You can delete it.',
  nameTaken: 'You have a view of this name already.',
  nameTakenBy: (owner: string) => `${owner}, who saved this view, has another one of this name already.`,
  tooMany: (most: number) => `You have ${most} views already. Delete one first.`,
} as const;

/** Field labels, on the form and in the history. */
export const viewLabels = { list: 'List', name: 'Name', query: 'Filters', shared: 'Shared' } as const;

/** How many views of their own a person may have. */
export const MAX_VIEWS = 100;

/** The longest name of a view, in characters. */
const VIEW_NAME_LENGTH = 60;
const QUERY_LENGTH = 2000;

const list = () => z.enum(viewedLists, { error: `list must be one of: ${viewedLists.join(', ')}.` });

const viewFields = {
  name: requiredName(VIEW_NAME_LENGTH, viewTexts.nameRequired),
  query: z
    .string({ error: viewTexts.queryInvalid })
    .max(QUERY_LENGTH, fieldTexts.tooLong(QUERY_LENGTH))
    .regex(/^[\w.~%+*&=-]*$/, viewTexts.queryInvalid)
    .describe('Search, filters and order as in the address of the list: status=notpaid&sort=grandTotal.'),
  shared: z
    .boolean()
    .default(false)
    .describe('Shown to everyone. Admins and managers alone share; the owner alone stops it.'),
};

const example = { name: 'Not paid', query: 'status=notpaid', shared: false };

export const viewBody = withExample(z.object({ viewId: bodyId, list: list(), ...viewFields }), {
  list: 'inward',
  ...example,
});
export const viewUpdateBody = withExample(
  z.object({ viewId: bodyId, ...viewFields, updatedAt: seenUpdatedAt }),
  example,
);

const viewRecord = z
  .object({
    viewId: z.int(),
    list: list(),
    name: z.string(),
    query: z.string(),
    shared: z.boolean(),
    isOwn: z.boolean(),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'SavedView' });
export type ViewRecord = z.output<typeof viewRecord>;

const path = '/views';
const onePath = `${path}/:id` as const;

export const viewEndpoints = {
  list: endpoint({
    method: 'GET',
    path,
    access: 'signed-in',
    query: z.object({ list: list().optional() }),
    answer: z.array(viewRecord).describe('Their own and the shared ones, by name.'),
  }),
  create: endpoint({
    method: 'POST',
    path,
    access: 'signed-in',
    body: viewBody,
    answer: viewRecord,
    errors: ['conflict'],
  }),
  update: endpoint({
    method: 'PUT',
    path: onePath,
    access: 'signed-in',
    params: idParams,
    body: viewUpdateBody,
    answer: viewRecord,
    errors: ['conflict'],
  }),
  remove: endpoint({ method: 'DELETE', path: onePath, access: 'signed-in', params: idParams, answer: messageAnswer }),
};
