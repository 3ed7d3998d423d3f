/** Rows that are left out since they are no records, each with why; any can be taken all the same. */
import { asideTexts as texts } from '#contract/stock/sheets/questionTexts.ts';
import type { AsideRow } from '#web/stock/sheets/asideRows.ts';
import { RowList } from './RowList.tsx';

interface AsideListProps {
  rows: readonly AsideRow[];
  onTake: (row: number) => void;
}

export function AsideList({ rows, onTake }: AsideListProps) {
  if (rows.length === 0) return null;
  return (
    <RowList title={texts.title(rows.length)}>
      {rows.map(({ number, cells, why }) => (
        <li key={number}>
          <span>
            {texts.row(number)} <b>{cells.find((cell) => cell !== '')}</b>, {why}
          </span>
          <button type="button" aria-label={texts.takeRow(number)} onClick={() => onTake(number)}>
            {texts.take}
          </button>
        </li>
      ))}
    </RowList>
  );
}
