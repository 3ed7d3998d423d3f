/** The checkboxes of rows: they are seen when they are wanted, so they come late. */
import type { RowSelection } from './DataTable.tsx';
import classes from './RowCheck.module.css';

interface RowCheckProps<Row> {
  selection: RowSelection<Row>;
  row: Row;
}

export function RowCheck<Row>({ selection, row }: RowCheckProps<Row>) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label={`Select ${selection.nameOf(row)}`}
        aria-keyshortcuts="x"
        checked={selection.isSelected(row)}
        // A click knows of Shift, a change doesn't.
        onClick={({ shiftKey }) => selection.toggle(row, shiftKey)}
        onChange={() => {}}
      />
    </label>
  );
}

export function PageCheck<Row>({ selection }: { selection: RowSelection<Row> }) {
  return (
    <label className={classes.check}>
      <input
        type="checkbox"
        aria-label="Select all of this page"
        ref={(input) => {
          if (input) input.indeterminate = selection.ofPage === 'some';
        }}
        checked={selection.ofPage === 'all'}
        onChange={selection.togglePage}
      />
    </label>
  );
}

/** In a card, while cards are being selected. */
export function CardCheck<Row>({ selection, row }: RowCheckProps<Row>) {
  return (
    <label className={classes.card}>
      <input
        type="checkbox"
        aria-label={`Select ${selection.nameOf(row)}`}
        checked={selection.isSelected(row)}
        onChange={() => selection.toggle(row, false)}
      />
      <span aria-hidden>Select</span>
    </label>
  );
}
