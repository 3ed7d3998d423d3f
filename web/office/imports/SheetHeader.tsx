/** The head of a sheet that is not saved: where it comes from, and the button for its next step. */
import { Button, Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { importSheets } from '#contract/office/importSheets.ts';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import { DraftStoredAt } from '#web/core/form/DraftNote.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import { goToQuestion } from '#web/stock/sheets/SheetQuestions.tsx';
import classes from './SheetHeader.module.css';
import type { SavedSheet } from './useSavedSheet.ts';
import type { SheetState } from './useSheet.ts';
import { isOfColumn, type CellFault } from './useSheetCheck.ts';

interface SheetHeaderProps {
  sheet: SheetState;
  faults: readonly CellFault[];
  saving: SavedSheet;
  onCancel: () => void;
  /** The button for the next step. */
  children: ReactNode;
}

export function SheetHeader({ sheet, faults, saving, onCancel, children }: SheetHeaderProps) {
  const { kind, rows, fileName } = sheet;
  const faultyRows = new Set(faults.filter((fault) => !isOfColumn(fault)).map(({ row }) => row));
  return (
    <PageHeader title={importSheets[kind].title}>
      <span className={classes.state}>
        {(saving.isPerhapsSaved ? texts.perhapsSaved : texts.notSaved)(rows.length, texts.fromFile(fileName))}
        {saving.canRepeat && <small>{texts.savedOnce}</small>}
        <DraftStoredAt at={saving.storedAt} />
      </span>
      <Button variant="subtle" color="gray" onClick={() => saving.guard.leave(onCancel)} disabled={saving.isSaving}>
        {texts.cancel}
      </Button>
      {faultyRows.size > 0 && (
        <Button variant="default" onClick={() => sheet.setRows(rows.filter(({ number }) => !faultyRows.has(number)))}>
          {texts.leaveOut(faultyRows.size)}
        </Button>
      )}
      {children}
    </PageHeader>
  );
}

interface NextStepProps {
  openQuestions: number;
  faultyCells: number;
  onFault: () => void;
  /** The words of the last step. */
  label: string;
  canSave: boolean;
  onSave: () => void;
}

/** Questions come first, then faults; without either the sheet can be saved. */
export function NextStep({ openQuestions, faultyCells, onFault, label, canSave, onSave }: NextStepProps) {
  const isPhone = useIsPhone();
  if (openQuestions === 0 && faultyCells === 0) {
    return (
      <Button onClick={onSave} disabled={!canSave}>
        {label}
      </Button>
    );
  }
  return (
    <Button onClick={() => (openQuestions > 0 ? goToQuestion() : onFault())} rightSection={!isPhone && <Kbd>F8</Kbd>}>
      {openQuestions > 0 ? texts.answer(openQuestions) : texts.putRight(faultyCells)}
    </Button>
  );
}

export function Saving({ rows, onCancel }: { rows: number; onCancel: () => void }) {
  return (
    <div className={classes.saving} role="status">
      {texts.saving(rows)}
      <Button variant="default" onClick={onCancel}>
        {texts.cancel}
      </Button>
    </div>
  );
}
