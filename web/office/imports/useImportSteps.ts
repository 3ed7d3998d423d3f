/** The steps of an import: a file is read, a sheet of it chosen, corrected and saved. */
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { ImportKind } from '#contract/kinds.ts';
import type { ImportAnswer } from '#contract/office/imports.ts';
import { isTable, pastedTable, popPasted } from '#web/core/sheets/pastedCells.ts';
import { readFile } from '#web/core/sheets/readFile.ts';
import { soleTable, type ReadTable } from '#web/core/sheets/readTable.ts';
import { withoutOwnPages } from './ownPages.ts';
import { sheetOf, type ReadSheet } from './sheetText.ts';
import type { OwnTotal } from './totals/ownTotal.ts';
import { visitOf, type VisitState } from './tally/tallyVisit.ts';

/** State of the screen: nothing yet, a file of which a sheet is chosen, that sheet, or the result of its import. */
type Step =
  | { at: 'start' }
  | { at: 'tables'; fileName: string; tables: readonly ReadTable[] }
  | { at: 'sheet'; sheet: ReadSheet }
  | { at: 'saved'; answer: ImportAnswer; leftOut: number; total: OwnTotal | undefined };

export function useImportSteps(kind: ImportKind, { visit, setVisit }: VisitState) {
  const [step, setStep] = useState<Step>({ at: 'start' });
  const openSheet = (sheet: ReadSheet) => setStep({ at: 'sheet', sheet });
  const cancel = useRef<AbortController>(undefined);
  const reading = useMutation({
    mutationFn: async (file: File): Promise<Step> => {
      cancel.current = new AbortController();
      const tables = withoutOwnPages(await readFile(file, cancel.current.signal));
      const newVisit = visitOf(file.name, tables);
      if (newVisit) {
        setVisit(newVisit);
        return { at: 'start' };
      }
      const sole = soleTable(tables);
      if (sole) return { at: 'sheet', sheet: sheetOf(kind, file.name, sole) };
      return { at: 'tables', fileName: file.name, tables };
    },
    onSuccess: setStep,
  });
  const choosing = useMutation({
    mutationFn: async ({ fileName, table }: { fileName: string; table: ReadTable }) =>
      await Promise.resolve(sheetOf(kind, fileName, table)),
    onSuccess: openSheet,
  });
  const pasting = useMutation({
    mutationFn: async (text: string) => await Promise.resolve(sheetOf(kind, '', pastedTable(text))),
    onSuccess: openSheet,
  });
  const [{ mutate: read }, { mutate: choose }, { mutate: paste }] = [reading, choosing, pasting];

  // Cells that were pasted on the list come along.
  useEffect(() => {
    const pasted = popPasted();
    if (pasted !== undefined) paste(pasted);
  }, [paste]);

  const isStart = step.at === 'start';
  useEffect(() => {
    if (!isStart) return undefined;
    const onPaste = ({ clipboardData }: ClipboardEvent) => {
      const file = clipboardData?.files[0];
      const text = clipboardData?.getData('text/plain') ?? '';
      // Excel copies cells as text and as a picture.
      if (isTable(text)) paste(text);
      else if (file) read(file);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [isStart, paste, read]);

  const part =
    visit?.current?.kind === kind ? visit.tables.find(({ name }) => name === visit.current?.name) : undefined;
  const partFile = visit?.fileName ?? '';
  // A part that was begun before, on the page of another kind as well.
  useEffect(() => {
    if (part) choose({ fileName: partFile, table: part });
  }, [part, partFile, choose]);

  const navigate = useNavigate();
  const fault = reading.error?.name === 'AbortError' ? null : (reading.error ?? pasting.error);
  return {
    step,
    restart: () => setStep({ at: 'start' }),
    read,
    cancelReading: () => cancel.current?.abort(),
    isReading: reading.isPending,
    /** Why a file or pasted cells could not be read, and why a table of the file could not. */
    faultOfFile: fault,
    faultOfTable: choosing.error,
    choose,
    openSheet,
    beginPart: (of: ImportKind, table: ReadTable) => {
      if (visit) setVisit({ ...visit, current: { name: table.name, kind: of } });
      if (of !== kind) navigate({ to: '/import/$kind', params: { kind: of } }).catch(console.error);
    },
    finish: (answer: ImportAnswer, leftOut: number, total: OwnTotal | undefined) => {
      setStep({ at: 'saved', answer, leftOut, total });
      if (visit && part) setVisit({ ...visit, saved: new Map(visit.saved).set(part.name, { kind, answer, total }) });
    },
    /** Back to the beginning after the undo of the saved sheet, whose part is to be imported again. */
    takeBack: () => {
      setStep({ at: 'start' });
      if (!visit) return;
      const saved = new Map([...visit.saved].filter(([name]) => name !== part?.name));
      setVisit({ ...visit, saved, current: undefined });
    },
  };
}

export type ImportSteps = ReturnType<typeof useImportSteps>;
