/** Files that records carry: bills of inwards and certificates (specification §5, docs/domain.md, Files). */
import { z } from 'zod';
import { endpoint, idParams } from './endpoint.ts';
import type { Resource } from '../permissions.ts';

const MAX_MB = 10;
export const MAX_ATTACHMENT_BYTES = MAX_MB * 1024 * 1024;
export const attachmentTypes = ['application/pdf', 'image/png', 'image/jpeg'] as const;

export const attachmentTexts = {
  type: 'Only PDF, PNG, JPG allowed',
  unreadable: 'This file could not be read.',
  maxSize: `${MAX_MB} MB`,
  accepted: `PDF, PNG or JPEG, at most ${MAX_MB} MB`,
  fileTooLarge: `The file is larger than ${MAX_MB} MB.`,
  billTooLarge: `The bill is larger than ${MAX_MB} MB.`,
} as const;

/** A file as a data URL; the server checks its bytes. */
export function attachment(requiredMessage: string) {
  return z.string({ error: requiredMessage }).startsWith('data:', attachmentTexts.type);
}

/** The call that reads the file of a record, as its bytes; `name` is the noun of its description. */
export function fileRead<const Path extends string, const R extends Resource>(path: Path, resource: R, name = 'file') {
  return endpoint({
    method: 'GET',
    path,
    access: [resource, 'view'],
    params: idParams,
    answer: z.any().describe(`The bytes of the ${name}.`),
    mediaTypes: attachmentTypes,
  });
}

/** Parts of a PDF that may act in programs that run them, or that could not be looked into. */
export const activeContentKinds = [
  'scripts',
  'opening',
  'programs',
  'files',
  'forms',
  'sending',
  'media',
  'unchecked',
] as const;
export type ActiveContent = (typeof activeContentKinds)[number];

const activeContentLabels: Readonly<Record<ActiveContent, string>> = {
  scripts: 'scripts',
  opening: 'actions on opening',
  programs: 'starts of other programs',
  files: 'attached files',
  forms: 'a form with scripts of its own',
  sending: 'sending or fetching of form data',
  media: 'embedded media',
  unchecked: 'parts that could not be checked',
};

/** The kinds as words, such as 'scripts, attached files'. */
export function activeContentText(kinds: readonly ActiveContent[]): string {
  return kinds.map((kind) => activeContentLabels[kind]).join(', ');
}

/** The note beside a file, as a sentence; empty if nothing of it acts. */
export function activeContentNote(kinds: readonly ActiveContent[]): string {
  if (kinds.length === 0) return '';
  return `This PDF has parts that may act when it is opened in other programs: ${activeContentText(kinds)}.`;
}

/** The field of an answer beside a file. */
export function activeContent() {
  return z
    .array(z.enum(activeContentKinds))
    .describe('Parts of a PDF that may act when it is opened in other programs; empty for images and without a file.');
}
