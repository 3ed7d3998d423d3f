/** Rows of existing suppliers or buyers, with the matching record and field. */
import type { RowResult } from '#contract/office/imports.ts';
import { importTexts } from '#contract/stock/importing.ts';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';

const SHOWN = 200;

/** A row that was recognised, by its number. */
export interface ExistingRow extends Pick<RowResult, 'by'> {
  row: number;
  existing: string;
}

export function ExistingList({ rows }: { rows: readonly ExistingRow[] }) {
  if (rows.length === 0) return null;
  return (
    <ul aria-label={texts.existing}>
      {rows.slice(0, SHOWN).map(({ row, existing, by }) => (
        <li key={row}>
          {texts.rowNumber(row)}: {importTexts.alreadyExists(existing, by)}
        </li>
      ))}
      {rows.length > SHOWN && <li>{texts.moreFaults(rows.length - SHOWN)}</li>}
    </ul>
  );
}
