/** Texts of the scanner. */
export const scanTexts = {
  title: 'Scan',
  field: 'Code, or what a scanner types',
  camera: 'Hold a label in front of the camera.',
  noCamera: 'There is no camera that may be used here: type the code, scan it, or choose a photo.',
  photo: 'Choose a photo',
  noCode: 'No code was found in this photo.',
  notRead: 'The photo could not be read.',
  open: 'Open',
  read: 'Scan a label',
  unknown: (code: string) => `Nothing here is called ${code}.`,
  several: (code: string) => `Several lots are called ${code}:`,
  failed: 'The lot could not be looked up.',
} as const;
