/** Specification §2, §8 and §9: the Raw Material Stock report. Its rows are those of GET /Production/get-rawmaterial-stock. */
export const stockReportTexts = {
  title: 'Raw Material Stock',
  searchPlaceholder: 'Search...',
  empty: 'No raw materials found.',
  loadFailedLog: 'Error loading stock:',
  loadFailed: 'The stock could not be loaded.',
  exportFailed: 'The spreadsheet could not be made. Please try again.',
} as const;

export const stockExport = {
  sheet: 'RawMaterial Report',
  headings: ['Raw Material Name', 'Total Inward Qty', 'Total Used Qty', 'Available Balance'],
  /** The file's name for a day, yyyy-mm-dd. */
  fileName: (date: string) => `RawMaterialReport_${date}.xlsx`,
} as const;
