import { formatCount } from './values/format.ts';

/** Reasons why a file cannot be read, with advice. */
export const fileTexts = {
  damaged: 'This file could not be read. Open it in Excel, save it as .xlsx and choose it again.',
  locked: 'This file is locked with a password. Save it without one and choose it again.',
  empty: 'There are no cells in this file.',
  tooLarge: 'This file unpacks to more than 300 MB. Keep only the rows and columns that are needed.',
  tooManyRows: 'This sheet has more than 1,00,000 rows. At most 10,000 can be imported at once: divide it.',
  tooManyColumns: 'This sheet has more than 1,000 columns. Keep only those that are needed.',
  openQuote: (row: number) =>
    `Row ${formatCount(row)}: a quotation mark is not closed, so the rows behind it cannot be told apart. Close or remove it.`,
  encoding: 'The letters of this file could not be read. Save it as “CSV UTF-8” or as .xlsx and choose it again.',
  notTable: 'This is no table: choose a workbook or a .csv file.',
  slow: 'Reading this file took too long. Keep only the rows and columns that are needed.',
} as const;

/** Which sheet of a file is meant, and whether its hidden rows are. */
export const sheetTexts = {
  sheet: 'Which sheet is it?',
  rows: (rows: number) => (rows === 1 ? '1 row' : `${formatCount(rows)} rows`),
  hidden: 'Hidden in the file',
  unnamed: 'Sheet',
  hiddenRows: (rows: number) =>
    `${rows === 1 ? '1 row is' : `${formatCount(rows)} rows are`} hidden in the file. Take them?`,
  takeHidden: 'Take them',
  leaveHidden: 'Leave them out',
  goOn: 'Go on',
} as const;

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
