/** Inspection packs: a signed ZIP with all that proves a period, or chosen lots (docs/domain.md, Inspection packs). */
import { z } from 'zod';
import { areValid } from '../core/betweenFields.ts';
import { calendarDate } from '../core/values/dates.ts';
import { endpoint, idParams } from '../core/endpoint.ts';
import { formatCount } from '../core/values/format.ts';
import { dateAnswer, reference, withExample } from '../core/fields.ts';
import { listOf } from '../core/values/listOf.ts';
import { fieldTexts } from '../core/sharedTexts.ts';
import { unknownTexts } from '../stock/referenceTexts.ts';

export const PACK_MEDIA_TYPE = 'application/zip';
/** The largest file that the product checks, unpacked too; `npm run verify-pack` takes any. */
export const MAX_PACK_BYTES = 2 * 1024 * 1024 * 1024;
/** A new pack has no more, so that each can be checked: the rest is room for its names and its manifest. */
export const packLimits = { files: 100_000, bytes: 2_000_000_000, nameCharacters: 1000 } as const;
/** Packs in the list. */
export const MAX_PACKS = 200;
/** Limits stored pack files: they are in the database, and can be created again. */
export const FILES_KEPT = 20;
/** Most packs that wait at once. */
export const MAX_WAITING = 5;
const MAX_LOTS = 500;

export const packTexts = {
  title: 'Inspection packs',
  intro:
    'One file with all that an inspector asks for. It is signed, so that anybody can check that nothing in it was changed.',
  make: 'Make a pack',
  save: 'Make',
  addLot: 'Only of a lot or batch',
  chosenLots: 'Lots of the pack',
  columns: { period: 'Period', lots: 'Of lots', made: 'Made', by: 'Asked by', size: 'Size', state: 'State' },
  everything: 'All',
  progress: (step: string, done: number, total: number) => `${step} (${done} of ${total})`,
  fromRequired: 'Choose the first day.',
  toRequired: 'Choose the last day.',
  periodInvalid: fieldTexts.periodReversed,
  lotUnknown: unknownTexts.lot,
  tooManyLots: `At most ${MAX_LOTS} lots.`,
  lotsHelp: 'Without one, all that was made or dispatched in the period.',
  asked: 'The pack is being made. This page shows when it is done.',
  tooMany: `${MAX_WAITING} packs are waiting already. Ask again when they are done.`,
  askFailed: 'The pack could not be begun.',
  loadFailed: 'The packs could not be loaded.',
  downloadFailed: 'The pack could not be downloaded.',
  empty: 'No pack was made yet.',
  notFound: 'There is no such pack, it is not done yet, or its file is no longer kept.',
  download: (period: string) => `Download the pack of ${period}`,
  gone: `Only the files of the newest ${FILES_KEPT} packs are kept. Make it again.`,
  failed: 'It could not be made. Make it again.',
  /** A row with a text that no PDF can show, or a text above a table. */
  unprintableRow: (section: string, name: string, place: string) =>
    `${section}: ${name} could not be printed whole. ${place} has it.`,
  unprintableText: (section: string, beginning: string) => `${section}: a text could not be printed, “${beginning}”.`,
  moreRemarks: (count: number) => `${count} more could not be printed whole.`,
  keyTitle: 'Signed by this Godown',
  keyHelp: 'Give this fingerprint to the inspector by another way than the file itself, such as on paper.',
  verifyTitle: 'Check a pack',
  verifyHelp: 'Drop a pack here, or choose it: nothing of it is kept.',
  verifyChoose: 'Choose a pack',
  verifying: 'Checking …',
  verifyFailed: 'The file could not be checked.',
  whole: 'Nothing was changed.',
  changed: 'This pack was changed.',
  refused: 'This pack is refused.',
  notMadeHere: 'Nothing says that this pack was made here.',
  noPack: 'This is no inspection pack.',
  notZip: 'Send the file of a pack, as application/zip.',
  tooLarge: 'The file is larger than 2 GB. Check it with npm run verify-pack.',
  checkTooLong: 'Checking this file takes too long here. Check it with npm run verify-pack.',
  packTooLarge: `It would have more than ${formatCount(packLimits.files)} files or 2 GB. Choose a shorter period or fewer lots.`,
  noSpace: 'The server has no room on its disk for this file. Check it with npm run verify-pack.',
} as const;

const packStates = ['queued', 'running', 'done', 'failed'] as const;
export type PackState = (typeof packStates)[number];

export const packStateLabels: Readonly<Record<PackState, string>> = {
  queued: 'Waiting',
  running: 'Being made',
  done: 'Done',
  failed: 'Failed',
};

/** Steps of events, in the sortable spreadsheet of a pack. */
export const eventStepLabels = {
  opening: 'Opening stock',
  received: 'Receiving',
  produced: 'Making, inputs not recorded',
  transformed: 'Transformation',
  returnedByBuyer: 'Return from buyer',
  found: 'Found in a count',
  dispatched: 'Shipping',
  returnedToSupplier: 'Return to supplier',
  wasted: 'Written off',
  lost: 'Lost in a count',
} as const;

/** Whether an event of a pack is valid. */
export const eventStates = { counts: 'Counts', wrong: 'Declared wrong' } as const;

/** Why an event was replaced or taken back, in the events of a pack. */
export const replacedTexts = {
  changed: 'The document was changed: a later event has what counts.',
  party: 'The supplier or buyer of the document was corrected: a later event has the right one.',
  adopted: 'The batch was recorded before its run: the event of the run has it with what it was made of.',
  withdrawn: 'It did not happen: the entry was taken back.',
} as const;

export type Replaced = keyof typeof replacedTexts;

/** The sentence over the events of a pack. */
export function eventsSentence(all: number, replaced: Readonly<Record<Replaced, number>>): string {
  const events = `${all} ${all === 1 ? 'event' : 'events'}`;
  const count = (reason: Replaced, words: string) => (replaced[reason] > 0 ? [`${replaced[reason]} ${words}`] : []);
  const parts = [
    ...count('adopted', 'recorded before the run, whose event replaces it'),
    ...count('changed', 'replaced after a change'),
    ...count('party', 'replaced after a correction of the supplier or buyer'),
    ...count('withdrawn', 'taken back'),
  ];
  return parts.length === 0 ? `${events}; all of them count.` : `${events}, of them ${parts.join(', ')}.`;
}

/** Field labels, on the form and in the history. */
export const packLabels = { from: 'From', to: 'To', lots: 'Lots' } as const;

const day = (message: string) => calendarDate(message);

const packBody = withExample(
  z
    .object({
      from: day(packTexts.fromRequired),
      to: day(packTexts.toRequired),
      lotIds: listOf(reference(packTexts.lotUnknown), { max: MAX_LOTS, tooMany: packTexts.tooManyLots })
        .default([])
        .describe('These lots with all that they came from and went into. Without any, everything of the period.'),
    })
    .refine(({ from, to }) => from <= to, {
      error: packTexts.periodInvalid,
      path: ['to'],
      when: areValid('from', 'to'),
    }),
  { from: '2026-11-01', to: '2026-11-30' },
);

const timestamp = () => z.iso.datetime();

export const packRecord = z
  .object({
    packId: z.int(),
    from: dateAnswer(),
    to: dateAnswer(),
    lots: z.array(z.object({ lotId: z.int(), code: z.string(), itemName: z.string() })),
    state: z.enum(packStates),
    step: z.string().describe('Step in progress.'),
    done: z.int().describe('Steps that are done, of `total`.'),
    total: z.int(),
    size: z.int().nullable().describe('Bytes, once it is done.'),
    sha256: z.string().nullable().describe('SHA-256 of the whole file.'),
    fileName: z.string().nullable().describe(`Null until it is done, and of all but the newest ${FILES_KEPT}.`),
    createdBy: z.string().nullable(),
    createdAt: timestamp(),
    madeAt: timestamp().nullable().describe('The moment whose records it holds.'),
    remarks: z
      .array(z.string())
      .describe('Contents that could not be printed whole, a sentence each; for a failed pack, the reason.'),
  })
  .meta({ id: 'InspectionPack' });

/** A pack on the wire. */
export type PackRecord = z.input<typeof packRecord>;

const signingKey = z
  .object({
    publicKey: z.string().describe('PEM.'),
    fingerprint: z.string().describe('SHA-256 of the public key, in hexadecimal.'),
    createdAt: timestamp(),
  })
  .meta({ id: 'SigningKey' });

const faultKinds = ['changed', 'missing', 'added'] as const;
type FaultKind = (typeof faultKinds)[number];

const packFault = z.object({ name: z.string(), kind: z.enum(faultKinds) });

/** The files with a pack's content list and its signature. */
export const MANIFEST = 'manifest.json';
export const SIGNATURE = 'manifest.sig';

const manifestFile = z.object({ name: z.string().max(packLimits.nameCharacters), size: z.int(), sha256: z.string() });

/** Content of manifest.json in a pack. */
export const packManifest = z.object({
  godownPack: z.literal(1),
  madeAt: timestamp(),
  from: dateAnswer(),
  to: dateAnswer(),
  lots: z.array(z.string()).max(MAX_LOTS).describe('Codes of the lots that were asked for.'),
  publicKey: z.string(),
  fingerprint: z.string(),
  files: z.array(manifestFile).max(packLimits.files),
});
export type PackManifest = z.output<typeof packManifest>;

/** Limits the faults of an answer: a forged manifest may name a hundred thousand files that are missing. */
export const MAX_FAULTS = 1000;

/** The verdict on the bytes of a file alone, on the server and by the command. */
const packVerdict = z.object({
  isWhole: z.boolean(),
  isOurs: z.boolean().describe('Whether it is signed with the key that is expected.'),
  fingerprint: z.string().nullable().describe('Fingerprint of the key that it is signed with.'),
  madeAt: timestamp().nullable(),
  from: dateAnswer().nullable(),
  to: dateAnswer().nullable(),
  files: z.int().describe('How many files its manifest names.'),
  faults: z.array(packFault).describe(`The first ${MAX_FAULTS} of them.`),
  moreFaults: z.int().describe('Faults beyond those.'),
  problem: z.string().nullable().describe('Fault of the file as a whole.'),
});
export type PackVerdict = z.output<typeof packVerdict>;

const packOrigins = ['recorded', 'unrecorded', 'predated', 'foreign'] as const;
export type PackOrigin = (typeof packOrigins)[number];

/**
 * The verdict with the origin of the file: a backup contains the key, but a copied key does not add a pack to the
 * record.
 */
const packCheck = packVerdict
  .omit({ isOurs: true })
  .extend({
    origin: z
      .enum(packOrigins)
      .nullable()
      .describe(
        '`recorded`: made by this Godown, byte by byte. `unrecorded`: signed with its key, but not among the packs that it made. ' +
          '`predated`: so, and dated before the key was made. `foreign`: signed with another key. Null: not signed.',
      ),
    recordedAt: timestamp().nullable().describe('When it was made, by the record of this Godown.'),
  })
  .meta({ id: 'PackVerdict' });
export type PackCheck = z.output<typeof packCheck>;

/** Results of a check as sentences, for `npm run verify-pack` and the page alike. */
export const verdictTexts = {
  notZip: 'It is not a ZIP file that can be read.',
  beyondLimits: 'It has more files or larger ones than a pack of Godown can have, so it was not checked.',
  noManifest: `It has no ${MANIFEST}: it is no inspection pack of Godown.`,
  badManifest: `${MANIFEST} is not signed by the key that it names.`,
  container: 'The bytes around the files were changed, such as their order or their dates.',
  otherKey: 'That is not the key that it should be signed by.',
  noKey:
    'Without --key FINGERPRINT nothing says whose it is: anybody can sign with a key of their own. Add the fingerprint that its maker gave you.',
  askMaker:
    'The backups of that Godown hold its key, too: only the Godown itself says whether it made this pack, on its page Inspection packs.',
  origins: {
    recorded: (at: string) => `It was made here, as recorded on ${at}.`,
    unrecorded: () =>
      'It is signed with our key, but not recorded here. Backups hold the key, too, so somebody else may have made it. A pack that was made after the backup which was restored last is not recorded either.',
    predated: () => 'It is signed with our key, but dated before that key was made.',
    foreign: () => 'It is not ours: it is signed with another key than the one of this Godown.',
  } satisfies Record<PackOrigin, (at: string) => string>,
  more: (faults: number) => `and ${faults} more`,
  faults: { changed: 'changed', missing: 'missing', added: 'added' } satisfies Record<FaultKind, string>,
  counted: (files: number) => (files === 1 ? '1 file checked.' : `${files} files checked.`),
} as const;

/** A fingerprint in groups that people can compare. */
export function groupedFingerprint(fingerprint: string): string {
  return fingerprint.match(/.{1,4}/g)?.join(' ') ?? fingerprint;
}

const path = '/inspection-packs';

export const packEndpoints = {
  list: endpoint({ method: 'GET', path, access: ['packs', 'view'], answer: z.array(packRecord) }),
  create: endpoint({
    method: 'POST',
    path,
    access: ['packs', 'create'],
    body: packBody,
    answer: packRecord,
    errors: ['conflict'],
  }),
  key: endpoint({ method: 'GET', path: `${path}/key`, access: ['packs', 'view'], answer: signingKey }),
  file: endpoint({
    method: 'GET',
    path: `${path}/:id/file`,
    access: ['packs', 'view'],
    params: idParams,
    answer: z.any().describe('The bytes of the pack.'),
    mediaTypes: [PACK_MEDIA_TYPE],
  }),
  verify: endpoint({
    method: 'POST',
    path: `${path}/verify`,
    access: ['packs', 'view'],
    bodyType: PACK_MEDIA_TYPE,
    answer: packCheck,
    status: 200,
  }),
};
