/** Result of an import, with its undo. */
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import type { ImportAnswer } from '#contract/office/imports.ts';
import { importTexts } from '#contract/stock/importing.ts';
import { importPageTexts as texts, stockTexts } from '#contract/office/importScreen.ts';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import type { OwnTotal } from './totals/ownTotal.ts';
import { StockSentence } from './totals/StockSum.tsx';
import { UndoImport } from './UndoImport.tsx';

interface SavedImportProps {
  answer: ImportAnswer;
  /** How many rows of the sheet were left out by hand. */
  leftOut: number;
  /** The total that the sheet states. */
  total: OwnTotal | undefined;
  kind: ImportKind;
  onAnother: () => void;
  onUndone: () => void;
  /** A way on, before those that are always there. */
  onward?: ReactNode;
  children: ReactNode;
}

export function SavedImport({ answer, leftOut, total, kind, onAnother, onUndone, onward, children }: SavedImportProps) {
  const { created, updated, skipped, importId, made, stock } = answer;
  const { listTitle, screenPath, noun } = importSheets[kind];
  return (
    <>
      {children}
      <Panel>
        <PanelMessage role="status">
          <p>
            {importTexts.saved(created, updated, noun)}
            {skipped > 0 && ` ${importTexts.stayed(skipped)}`}
            {leftOut > 0 && ` ${importTexts.leftOut(leftOut)}`}
            {made.length > 0 && ` ${texts.made(made)}`}
          </p>
          {stock && stock.lots > 0 && (
            <p>
              {stockTexts.inLedger} <StockSentence stock={stock} total={total} />
            </p>
          )}
          {onward}
          <Button variant={onward ? 'default' : 'filled'} renderRoot={(props) => <Link {...props} to={screenPath} />}>
            {texts.see(listTitle)}
          </Button>
          {!onward && (
            <Button variant="default" onClick={onAnother}>
              {texts.another}
            </Button>
          )}
          {importId !== null && <UndoImport importId={importId} onUndone={onUndone} />}
        </PanelMessage>
      </Panel>
    </>
  );
}
