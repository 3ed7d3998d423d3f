/** Cells that are not taken as they stand, where no grid shows them: on a phone. */
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import type { RowReading } from '#contract/stock/importing.ts';
import { questionTexts } from '#contract/stock/sheets/questionTexts.ts';
import { Panel } from '#web/core/ui/Panel.tsx';
import classes from './ImportPage.module.css';

const SHOWN = 200;

interface ChangedListProps {
  readings: readonly RowReading[];
  labelOf: (field: string) => string;
  /** The cell as it stands. */
  textOf: (reading: RowReading) => string;
}

export function ChangedList({ readings, labelOf, textOf }: ChangedListProps) {
  if (readings.length === 0) return null;
  return (
    <Panel>
      <section className={classes.aside} aria-label={texts.changed}>
        <h2>{texts.changed}</h2>
        <ul>
          {readings.slice(0, SHOWN).map((reading) => (
            <li key={`${reading.row} ${reading.field}`}>
              <span>
                {texts.rowNumber(reading.row)} · {labelOf(reading.field)}
              </span>
              <b>{questionTexts.was(textOf(reading), reading.text)}</b>
            </li>
          ))}
        </ul>
        {readings.length > SHOWN && <p className={classes.more}>{texts.moreFaults(readings.length - SHOWN)}</p>}
      </section>
    </Panel>
  );
}
