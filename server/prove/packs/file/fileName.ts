import { cutText } from '#contract/core/values/cutText.ts';

const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** In UTF-8 at most 180 bytes: file systems take 255. */
const MAX_CHARACTERS = 60;

/** The name of a file in the pack: of its record's id, which is unique, and its number as far as file systems take it. */
export function fileName(folder: string, id: number, number: string, mediaType: string): string {
  const plain = cutText(number.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-'), MAX_CHARACTERS);
  return `${folder}/${id}-${plain}.${extensions[mediaType] ?? 'bin'}`;
}
