import { IconCheck } from '@tabler/icons-react';
import type { ImportKind } from '#contract/kinds.ts';
import { gridTexts } from '#contract/office/importScreen.ts';
import { importColumns } from '#contract/office/importSheets.ts';
import classes from './GridHeading.module.css';

interface GridHeadingProps {
  kind: ImportKind;
  heading: string;
  field: string;
  onMap: (heading: string, field: string) => void;
}

/** The sheet's heading over ours: the field that the column is mapped to. */
export function GridHeading({ kind, heading, field, onMap }: GridHeadingProps) {
  return (
    <div className={classes.heading} data-unused={field === '' || undefined}>
      <span title={heading}>{heading}</span>
      <div className={classes.field}>
        {field !== '' && <IconCheck size={14} aria-hidden />}
        <select
          aria-label={gridTexts.takenFor(heading)}
          value={field}
          onChange={({ currentTarget }) => onMap(heading, currentTarget.value)}
        >
          <option value="">{gridTexts.none}</option>
          {importColumns(kind).map((column) => (
            <option key={column.field} value={column.field}>
              {column.label}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
