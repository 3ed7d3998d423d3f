/** Cells that are not taken as they stand, where no grid shows them: on a phone. */
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import { questionTexts } from '#contract/stock/sheets/questionTexts.ts';
import { Panel } from '#web/core/ui/Panel.tsx';
import classes from './ImportPage.module.css';

const SHOWN = 200;

interface ChangedCell {
  row: number;
  field: string;
  text: string;
  reading: string;
}

export function ChangedList({ cells }: { cells: readonly ChangedCell[] }) {
  if (cells.length === 0) return null;
  return (
    <Panel>
      <section className={classes.aside} aria-label={texts.changed}>
        <h2>{texts.changed}</h2>
        <ul>
          {cells.slice(0, SHOWN).map(({ row, field, text, reading }) => (
            <li key={`${row} ${field}`}>
              <span>
                {texts.rowNumber(row)} · {field}
              </span>
              <b>{questionTexts.was(text, reading)}</b>
            </li>
          ))}
        </ul>
        {cells.length > SHOWN && <p className={classes.more}>{texts.moreFaults(cells.length - SHOWN)}</p>}
      </section>
    </Panel>
  );
}
