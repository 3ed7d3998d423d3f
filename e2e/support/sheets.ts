/** Reads exported spreadsheets. */
import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import type { Page } from '@playwright/test';

/** Presses Export; returns the file's name, the names of its sheets and the rows of the first. */
export async function exported(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const sheets = await readXlsxFile(await readFile(await download.path()));
  return { name: download.suggestedFilename(), sheets: sheets.map(({ sheet }) => sheet), rows: sheets[0]?.data ?? [] };
}

/** A date cell; the library reads them as UTC. */
export function dateCell(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
