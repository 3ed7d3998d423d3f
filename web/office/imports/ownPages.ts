/** Pages that Godown wrote beside the records: notes about the columns of a template, and about an exported list. */
import { exportTexts } from '#contract/core/sharedTexts.ts';
import { templateTexts } from '#contract/office/importScreen.ts';
import type { ReadTable } from '#web/core/sheets/readTable.ts';

const pages = [
  [templateTexts.notes, templateTexts.headings],
  [exportTexts.about.page, exportTexts.about.headings],
] as const;

/** The tables of a file that may be imported. */
export function withoutOwnPages(tables: readonly ReadTable[]): ReadTable[] {
  return tables.filter(
    ({ name, rows: [first = []] }) =>
      !pages.some(([page, headings]) => name === page && first.join() === headings.join()),
  );
}
