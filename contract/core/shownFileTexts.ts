/** Texts beside files that are shown. */

export const shownFileTexts = {
  asPictures: 'Here nothing of it acts: its pages are shown as pictures.',
  locked:
    'This PDF is locked with a password, so its pages cannot be shown. Download it to open it in another program.',
  broken: 'This PDF is damaged, so its pages cannot be shown. Download it to open it in another program.',
  pageFailed: (page: number) => `Page ${page} could not be drawn.`,
  page: (page: number, pages: number) => `Page ${page} of ${pages}`,
  firstPages: (shown: number, pages: number) =>
    `Only the first ${shown} of ${pages} pages are shown. Download the file to see all of them.`,
  notDrawn: 'A page that was not drawn is not printed: use Print beside the pages.',
  pages: (title: string) => `Pages of ${title}`,
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fitWidth: 'Fit width',
  download: 'Download',
  print: 'Print',
  openTab: 'Open the file in a new tab',
  openFailed: 'The file could not be opened.',
  loadFailed: 'The file could not be loaded.',
  none: 'There is no file.',
  notSaved: 'This file is not saved yet. Open it again from the form in which it was chosen.',
} as const;
