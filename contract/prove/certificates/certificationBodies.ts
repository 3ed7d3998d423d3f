/** Certification bodies, and their suspensions for a scheme (docs/domain.md, Claims and certificates). */
import { z } from 'zod';
import { areValid } from '../../core/betweenFields.ts';
import { endpoint, idParams, recordEndpoints } from '../../core/endpoint.ts';
import {
  bodyId,
  dateAnswer,
  limits,
  optionalName,
  requiredName,
  seenUpdatedAt,
  withExample,
} from '../../core/fields.ts';
import { choiceFilter } from '../../core/filters.ts';
import { formatDate } from '../../core/values/format.ts';
import { calendarDate, optionalDate } from '../../core/values/dates.ts';
import { listOf } from '../../core/values/listOf.ts';
import { fieldTexts } from '../../core/sharedTexts.ts';
import { kinds } from '../../kinds.ts';
import type { Suspension } from '../../stock/claims/coverage.ts';
import { schemeLabels, schemes, type Scheme } from '../../stock/claims/schemes.ts';
import { lostText, uncoveredLot } from './certificates.ts';

/** How many certificates a refusal names. */
const NAMED = 5;

export const certificationBodyTexts = {
  title: kinds.certificationBodies.title,
  nameRequired: 'Enter the name of the certification body.',
  nameTaken: (name: string) => `There is a certification body ${name} already.`,
  nameTakenInline: 'This name is taken.',
  schemeRequired: 'Choose a scheme.',
  fromRequired: 'Choose the first day on which its certificates cover nothing.',
  untilInvalid: fieldTexts.dateInvalid,
  periodInvalid: 'It ends before it begins.',
  overlaps: 'Another suspension of this scheme holds at that time.',
  notFound: 'Certification body not found or already deleted.',
  added: 'Certification body added successfully!',
  updated: 'Certification body updated successfully!',
  deleted: 'Certification body deleted successfully!',
  confirmDelete: 'Are you sure you want to delete this certification body?',
  saveFailed: 'Failed to save the certification body.',
  loadFailed: 'The certification bodies could not be loaded.',
  notLoaded: 'The certification body could not be loaded.',
  deleteFailed: 'Failed to delete the certification body.',
  inUse: (numbers: readonly string[]) => {
    const more = numbers.length - NAMED;
    const named = numbers.slice(0, NAMED).join(', ');
    return `Cannot delete this certification body because certificates name it: ${named}${more > 0 ? ` and ${more} more` : ''}.`;
  },
  empty: 'No certification bodies found.',
  searchPlaceholder: 'Search name or code',
  addNew: 'Add certification body',
  addFirst: 'Add the first certification body',
  add: 'Add certification body',
  edit: 'Edit certification body',
  addSuspension: 'Add suspension',
  suspensionNumber: (number: number) => `Suspension ${number}`,
  removeSuspension: (number: number) => `Remove suspension ${number}`,
  /** One suspension in words: 'EU from 20-05-2026', 'EU from 20-05-2026, covers again from 01-09-2026'. */
  suspension: (scheme: string, { from, until }: Suspension) =>
    `${scheme} from ${formatDate(from)}${until === null ? '' : `, covers again from ${formatDate(until)}`}`,
  suspendedFor: (suspended: readonly string[]) => `Suspended: ${suspended.join(', ')}`,
  notSuspended: 'Not suspended',
  never: 'It was never suspended.',
  certificatesTitle: 'Its certificates',
  restedTitle: 'What rested on its certificates in these suspensions',
  noneRested: 'Nothing that was received or made in a suspension lost a claim by it.',
  /** Lots that lost a claim in a suspension, and lots in stock that came from them. */
  rested: (covered: number, others: number) => `${lostText(covered, others)} rested on its certificates.`,
  holdReason: (name: string, wasCovered: boolean) =>
    `${name} is suspended: its certificate no longer covers ${wasCovered ? 'this lot' : 'what this was made from'}`,
} as const;

/** Field labels, on the form and in the history. */
export const certificationBodyLabels = { name: 'Name', code: 'Code', suspensions: 'Suspensions' } as const;

/** Field labels of a suspension. */
export const suspensionLabels = {
  scheme: 'Scheme',
  from: 'Covers nothing from',
  until: 'Covers again from',
} as const;

const suspension = z
  .object({
    scheme: z.enum(schemes, { error: certificationBodyTexts.schemeRequired }),
    from: calendarDate(certificationBodyTexts.fromRequired),
    until: optionalDate(certificationBodyTexts.untilInvalid).describe(
      'The first day on which its certificates cover again; none while the end is open.',
    ),
  })
  .refine(({ from, until }) => until === null || from <= until, {
    error: certificationBodyTexts.periodInvalid,
    path: ['until'],
    when: areValid('from', 'until'),
  });

/** Whether two suspensions of one scheme have a day in common, or one that lasts no day lies within the other. */
function overlap(one: Suspension, other: Suspension): boolean {
  return (other.until === null || one.from < other.until) && (one.until === null || other.from < one.until);
}

interface Checked {
  suspensions: readonly (Suspension & { scheme: Scheme })[];
}

/** Adds the rule between suspensions, on create and on update. */
function checked<S extends z.ZodType<Checked>>(schema: S): S {
  return schema.superRefine(
    ({ suspensions }, context) => {
      for (const [index, one] of suspensions.entries()) {
        const earlier = suspensions.slice(0, index).filter(({ scheme }) => scheme === one.scheme);
        if (!earlier.some((other) => overlap(one, other))) continue;
        const path = ['suspensions', index, 'from'];
        context.addIssue({ code: 'custom', message: certificationBodyTexts.overlaps, path });
      }
    },
    { when: areValid('suspensions') },
  );
}

const suspensions = listOf(suspension, { max: limits.lines });
const fields = {
  name: requiredName(limits.name, certificationBodyTexts.nameRequired),
  code: optionalName(limits.code).describe('As the schemes list it, such as IN-ORG-077.'),
};

const example = {
  name: 'Vaigai Certification',
  code: 'IN-ORG-077',
  suspensions: [{ scheme: 'EU' as const, from: '2026-05-20', until: null }],
};

export const certifierBody = withExample(
  checked(z.object({ ...fields, suspensions: suspensions.default([]) })),
  example,
);
const certifierUpdateBody = withExample(
  checked(z.object({ certificationBodyId: bodyId, ...fields, suspensions, updatedAt: seenUpdatedAt })),
  example,
);

export const certificationBodyRecord = z
  .object({
    certificationBodyId: z.int(),
    name: z.string(),
    code: z.string(),
    suspensions: z.array(
      z.object({
        scheme: z.enum(schemes),
        from: dateAnswer().describe('From this day on its certificates of the scheme cover nothing.'),
        until: dateAnswer().nullable().describe('From this day on they cover again.'),
      }),
    ),
    certificates: z.int().describe('How many certificates name it.'),
    createdAt: z.iso.datetime(),
    updatedAt: z.iso.datetime(),
  })
  .meta({ id: 'CertificationBody' });

/** A certification body on the wire. */
export type CertificationBodyRecord = z.input<typeof certificationBodyRecord>;

export const certificationBodyWithLots = certificationBodyRecord
  .extend({
    uncoveredLots: z
      .array(uncoveredLot)
      .describe(
        'Lots that rested on its certificates, were received or made while it was suspended for their scheme and lost a claim by it. After them what came of them and is in stock or was sent.',
      ),
  })
  .meta({ id: 'CertificationBodyWithLots' });

/** A certification body with what rested on its certificates, on the wire. */
export type CertificationBodyWithLots = z.input<typeof certificationBodyWithLots>;

const row = kinds.certificationBodies;
const calls = recordEndpoints(
  row,
  { create: certifierBody, update: certifierUpdateBody },
  certificationBodyRecord,
  ['certificationBodyId', 'name', 'code'],
  { create: ['conflict'], remove: ['conflict'] },
  {
    suspendedFor: choiceFilter(
      z.enum(schemes, { error: `suspendedFor must be one of: ${schemes.join(', ')}.` }),
      'Suspended for',
      schemeLabels,
      'At any time.',
    ),
  },
);

export const certificationBodyEndpoints = {
  ...calls,
  get: endpoint({ ...calls.get, answer: certificationBodyWithLots }),
  update: endpoint({ ...calls.update, answer: certificationBodyWithLots }),
  holdUncovered: endpoint({
    method: 'POST',
    path: `${row.apiPath}/:id/hold-uncovered`,
    access: ['certificationBodies', 'update'],
    params: idParams,
    answer: z.object({ heldLotIds: z.array(z.int()) }),
    status: 200,
    errors: ['conflict'],
  }),
};
