/** Reasons why a file cannot be read, with advice. */
export const fileTexts = {
  damaged: 'This file could not be read. Open it in Excel, save it as .xlsx and choose it again.',
  oldExcel: 'This is a file of Excel 97 to 2003. Save it as .xlsx (Excel workbook) and choose it again.',
  tooLarge: 'This file unpacks to more than 300 MB. Keep only the rows and columns that are needed.',
  tooManyRows: 'This sheet has more than 1,00,000 rows. At most 10,000 can be imported at once: divide it.',
  encoding: 'The letters of this file could not be read. Save it as “CSV UTF-8” or as .xlsx and choose it again.',
  notTable: 'This is no table: choose an .xlsx or a .csv file.',
  slow: 'Reading this file took too long. Keep only the rows and columns that are needed.',
} as const;
