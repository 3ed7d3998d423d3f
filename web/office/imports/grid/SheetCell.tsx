import { gridTexts } from '#contract/office/importScreen.ts';
import { questionTexts } from '#contract/stock/sheets/questionTexts.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import type { CellProps } from 'react-datasheet-grid';

/**
 * A cell: shows its text, and takes input while the grid gives it the focus. Input counts on leaving it, not after
 * Escape. Otherwise it shows how its text was understood, where that is not as it stands.
 */
export function SheetCell({
  rowData,
  rowIndex,
  columnData,
  focus,
  setRowData,
}: CellProps<string, { heading: string; numbers: readonly string[]; readingOf: (row: string) => string | undefined }>) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const text = rowData;
  const number = columnData.numbers[rowIndex] ?? '';
  const reading = focus ? undefined : columnData.readingOf(number);

  // Before the key that began it is typed.
  useLayoutEffect(() => {
    if (focus) {
      field.current?.focus();
      field.current?.select();
    } else {
      field.current?.blur();
    }
  }, [focus]);

  return (
    <input
      ref={field}
      className="dsg-input"
      aria-label={gridTexts.cell(columnData.heading, number)}
      tabIndex={-1}
      // Clicks choose cells, as long as none is typed into.
      style={{ pointerEvents: focus ? 'auto' : 'none' }}
      value={typed ?? (reading === undefined ? text : questionTexts.was(text, reading))}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setTyped(undefined);
      }}
      onBlur={() => {
        const left = typed?.trim();
        if (left !== undefined && left !== text) setRowData(left);
        setTyped(undefined);
      }}
    />
  );
}
