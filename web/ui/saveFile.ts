/** Hands a file to the browser as a download. */
export function saveFile(file: Blob, fileName: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = fileName;
  link.click();
  // The download has begun by then; the file itself is not needed for ever.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
