const extensions: Readonly<Record<string, string>> = {
  'application/pdf': 'pdf',
  'image/png': 'png',
  'image/jpeg': 'jpg',
};

/** The name of a file in the pack: of its record's id, which is unique, and its number as far as file systems take it. */
export function fileName(folder: string, id: number, number: string, mediaType: string): string {
  const plain = number.replace(/[^\p{L}\p{M}\p{N}._-]+/gu, '-').slice(0, 60);
  return `${folder}/${id}-${plain}.${extensions[mediaType] ?? 'bin'}`;
}
