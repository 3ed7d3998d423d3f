/** Reads exported spreadsheets. */
import { readFile } from 'node:fs/promises';
import readXlsxFile from 'read-excel-file/node';
import type { Page } from '@playwright/test';

/** Presses Export; returns the file with its name, the names of its sheets, the rows of the first, and what it is about. */
export async function exported(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export' }).click(),
  ]);
  const name = download.suggestedFilename();
  const buffer = await readFile(await download.path());
  const sheets = await readXlsxFile(buffer);
  const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
  return {
    name,
    file: { name, mimeType, buffer },
    sheets: sheets.map(({ sheet }) => sheet),
    rows: sheets[0]?.data ?? [],
    about: sheets.find(({ sheet }) => sheet === 'About')?.data ?? [],
  };
}

/** A date cell; the library reads them as UTC. */
export function dateCell(date: string): Date {
  return new Date(`${date}T00:00:00Z`);
}
