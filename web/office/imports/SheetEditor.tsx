/** A sheet after reading: the effect of each row, its faults, and the button for the next step. */
import { Button } from '@mantine/core';
import { Suspense, useRef } from 'react';
import type { DataSheetGridRef } from 'react-datasheet-grid';
import type { ImportKind } from '#contract/kinds.ts';
import type { ImportAnswer } from '#contract/office/imports.ts';
import { importLimits, importTexts } from '#contract/stock/importing.ts';
import { importPageTexts as texts, stockTexts } from '#contract/office/importScreen.ts';
import { whyOf } from '#web/core/api/client.ts';
import { focusUnchosen } from '#web/core/form/fieldFocus.ts';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import { FaultList } from './grid/FaultList.tsx';
import { ShownRowsBar } from './grid/ShownRowsBar.tsx';
import { useFaultSteps } from './grid/useFaultSteps.ts';
import { useShownRows } from './grid/useShownRows.ts';
import { AlikeList } from './questions/AlikeList.tsx';
import { AsideList } from './questions/AsideList.tsx';
import { ChangedList } from './questions/ChangedList.tsx';
import { ImportQuestions } from './questions/ImportQuestions.tsx';
import { useOpenQuestions } from './questions/useOpenQuestions.ts';
import { NextStep, Saving, SheetHeader } from './SheetHeader.tsx';
import { SheetNotes } from './SheetNotes.tsx';
import classes from './SheetEditor.module.css';
import type { ReadSheet } from './sheetText.ts';
import { differingRows, ownTotal, type OwnTotal } from './totals/ownTotal.ts';
import { StockSum } from './totals/StockSum.tsx';
import { useSavedSheet } from './useSavedSheet.ts';
import { useSheet } from './useSheet.ts';
import { isOfColumn } from './useSheetCheck.ts';

const ImportGrid = lazyComponent(async () => (await import('./grid/ImportGrid.tsx')).ImportGrid);

interface SheetEditorProps {
  kind: ImportKind;
  read: ReadSheet;
  onSaved: (answer: ImportAnswer, leftOut: number, total: OwnTotal | undefined) => void;
  onCancel: () => void;
}

export function SheetEditor({ kind, read, onSaved, onCancel }: SheetEditorProps) {
  const isPhone = useIsPhone();
  const grid = useRef<DataSheetGridRef>(null);
  const page = useRef<HTMLDivElement>(null);
  const sheet = useSheet(kind, read);
  const { rows, checked, isChecked } = sheet;
  const { questions, openQuestions, faults } = useOpenQuestions(sheet);
  const shown = useShownRows(sheet);
  const { current, goTo, next } = useFaultSteps({ grid, sheet, faults, shown, hasQuestions: openQuestions > 0 });
  const saving = useSavedSheet(sheet, read.chosen?.idempotencyKey, (answer) =>
    onSaved(answer, sheet.leftOut, answer.stock ? ownTotal(sheet, answer.stock) : undefined),
  );

  const { stock = null, created = 0, updated = 0 } = checked?.answer ?? {};
  const toSave = created + updated;
  const tooMany = rows.length > importLimits.rows ? importTexts.tooManyRows(rows.length) : undefined;
  const isWhole = isChecked && openQuestions === 0 && faults.length === 0;
  const sum = isWhole && stock && stock.lots > 0 ? stock : undefined;
  const total = sum && ownTotal(sheet, sum);

  return (
    <>
      <SheetHeader sheet={sheet} faults={faults} saving={saving} onCancel={onCancel}>
        {saving.canRepeat ? (
          <Button onClick={saving.save} disabled={saving.isSaving}>
            {texts.saveAgain}
          </Button>
        ) : (
          <NextStep
            openQuestions={openQuestions}
            faultyCells={faults.filter((fault) => !isOfColumn(fault)).length}
            onFault={next}
            label={total?.difference === undefined ? texts.save(toSave) : stockTexts.saveDiffering(toSave)}
            canSave={isChecked && faults.length === 0 && toSave > 0 && !saving.isSaving && tooMany === undefined}
            onSave={() => {
              // A typed supplier that chose none is a fault, not an empty field.
              if (!page.current || !focusUnchosen(page.current)) saving.save();
            }}
          />
        )}
      </SheetHeader>
      {saving.isSaving && <Saving rows={toSave} onCancel={saving.cancel} />}
      <div className={classes.stack} ref={page}>
        <ImportQuestions read={read} sheet={sheet} questions={questions} />
        {isPhone && isChecked && checked && <ChangedList readings={checked.answer.readings} sheet={sheet} />}
        {/* Mounted while a changed cell is checked: it remembers which names are others. */}
        {checked && <AlikeList alike={isChecked ? checked.answer.alike : []} sheet={sheet} />}
        <AsideList rows={sheet.aside} onTake={sheet.takeAside} />
        <div className={classes.editor}>
          <Panel>
            {tooMany !== undefined && <PanelMessage role="alert">{tooMany}</PanelMessage>}
            {sheet.error && <PanelMessage role="alert">{whyOf(sheet.error).reason}</PanelMessage>}
            <ShownRowsBar shown={shown} sheet={sheet} />
            {!isPhone && tooMany === undefined && (
              <Suspense fallback={<PanelMessage role="status">{texts.reading}</PanelMessage>}>
                <ImportGrid sheet={sheet} rows={shown.shownRows} grid={grid} />
              </Suspense>
            )}
            <SheetNotes sheet={sheet} existingRows={shown.existingRows} isDone={isWhole && toSave === 0} />
          </Panel>
          {faults.length > 0 && <FaultList sheet={sheet} faults={faults} current={current} onGo={goTo} />}
        </div>
        {sum && (
          <StockSum stock={sum} total={total} differing={differingRows(sheet, (row) => checked?.outcomes.get(row))} />
        )}
      </div>
      {saving.guard.dialog}
    </>
  );
}
