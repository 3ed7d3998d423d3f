import { gridTexts } from '#contract/office/importScreen.ts';
import { useLayoutEffect, useRef, useState } from 'react';
import type { CellProps } from 'react-datasheet-grid';

/**
 * A cell: shows its text, and takes input while the grid gives it the focus. Input counts on leaving it, not after
 * Escape.
 */
export function SheetCell({
  rowData,
  rowIndex,
  columnData,
  focus,
  setRowData,
}: CellProps<string, { heading: string; numbers: readonly string[] }>) {
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string>();
  const text = rowData;

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
      aria-label={gridTexts.cell(columnData.heading, columnData.numbers[rowIndex] ?? '')}
      tabIndex={-1}
      // Clicks choose cells, as long as none is typed into.
      style={{ pointerEvents: focus ? 'auto' : 'none' }}
      value={typed ?? text}
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
