import { materialTexts } from '../masters/materials.ts';

/** Specification §2, §8 and §9: the Raw Material Stock report. Its rows are those of GET /Production/get-rawmaterial-stock. */
export const stockReportTexts = {
  title: 'Raw Material Stock',
  searchPlaceholder: 'Search...',
  empty: materialTexts.empty,
  /** The number of a row, which continues across pages. */
  serial: 'No.',
  loadFailedLog: 'Error loading stock:',
  loadFailed: 'The stock could not be loaded.',
} as const;

export const stockExport = {
  sheet: 'RawMaterial Report',
  /** The four of specification §3; behind them what makes each row add up: inward - used + adjusted = available. */
  headings: [
    'Raw Material Name',
    'Total Inward Qty',
    'Total Used Qty',
    'Available Balance',
    'Adjusted',
    'On hold',
    'Unit',
  ],
  /** The file's name for a day, yyyy-mm-dd. */
  fileName: (date: string) => `RawMaterialReport_${date}.xlsx`,
} as const;

/** Specification §2 and §8: Production Reports. */
export const productionReportTexts = {
  title: 'Production Reports',
  searchPlaceholder: 'Search raw material',
  loading: 'Loading production reports...',
  stockFailed: 'Failed to load raw materials.',
  reportFailed: 'Failed to load production reports.',
  empty: 'No production reports found.',
  /** Specification §3: the name of a material whose name is missing. */
  unknownMaterial: 'Unknown',
} as const;

export const productionReportExport = {
  sheet: 'Production Report',
  headings: ['Production Date', 'Raw Material', 'Quantity', 'Unit', 'Status'],
  /** The file's name for a day, yyyy-mm-dd. */
  fileName: (date: string) => `ProductionReport_${date}.xlsx`,
} as const;

/** Product Stock: the finished goods, and the stock of each product above them. */
export const productStockTexts = {
  title: 'Product Stock',
  perProduct: 'Quantity per product',
  perProductFailed: 'The quantities could not be loaded.',
  goods: 'Finished goods',
} as const;

export const productStockExport = {
  sheet: 'Product Stock',
  headings: ['Batch Number', 'Product', 'Quantity', 'Left', 'Unit', 'Manufacture Date', 'Expiry Date', 'Status'],
  /** The file's name for a day, yyyy-mm-dd. */
  fileName: (date: string) => `ProductStock_${date}.xlsx`,
} as const;
