/** The parts of an export of Tally in the order in which they are imported, and which of them are saved. */
import { Button } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import type { ImportKind } from '#contract/kinds.ts';
import { stockTexts, tallyTexts as texts } from '#contract/office/importScreen.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import { importTexts } from '#contract/stock/importing.ts';
import type { ReadTable } from '#web/core/sheets/readTable.ts';
import { Panel } from '#web/core/ui/Panel.tsx';
import classes from './TallyParts.module.css';
import { sheetOf } from '../sheetText.ts';
import { StockSentence } from '../totals/StockSum.tsx';
import { kindsOfPart, nextPart, type SavedPart, type TallyVisit } from './tallyVisit.ts';

interface TallyPartsProps {
  visit: TallyVisit;
  onPart: (kind: ImportKind, table: ReadTable) => void;
}

export function TallyParts({ visit, onPart }: TallyPartsProps) {
  const next = nextPart(visit);
  return (
    <Panel>
      <section className={classes.parts} aria-label={texts.title}>
        <p>{next ? texts.order : texts.done}</p>
        <ol>
          {visit.tables.map((table) => {
            const kinds = kindsOfPart(table);
            const saved = visit.saved.get(table.name);
            return (
              <li key={table.name}>
                <span>
                  <b>{table.name}</b>, {texts.rows(kinds[0] ? sheetOf(kinds[0], '', table).rows.length : 0)}
                  {saved && <Saved {...saved} />}
                </span>
                <div>
                  {kinds.map((kind) => (
                    <Button
                      key={kind}
                      variant={table === next ? 'filled' : 'default'}
                      aria-label={texts.importAs(table.name, importSheets[kind].noun[1])}
                      onClick={() => onPart(kind, table)}
                    >
                      {texts.as(importSheets[kind].noun[1])}
                    </Button>
                  ))}
                </div>
              </li>
            );
          })}
        </ol>
      </section>
    </Panel>
  );
}

function Saved({ kind, answer: { created, updated, stock }, total }: SavedPart) {
  return (
    <span className={classes.saved}>
      <IconCircleCheck size={16} aria-hidden /> {importTexts.saved(created, updated, importSheets[kind].noun)}
      {stock && stock.lots > 0 && (
        <>
          {' '}
          {stockTexts.inLedger} <StockSentence stock={stock} total={total} />
        </>
      )}
    </span>
  );
}
