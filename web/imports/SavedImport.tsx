/** What an import became, with the way to undo it. */
import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { importTexts, type ImportAnswer } from '#contract/imports.ts';
import { Panel, PanelMessage } from '#web/ui/Panel.tsx';
import { importPageTexts as texts } from './importPageTexts.ts';
import { UndoImport } from './UndoImport.tsx';

interface SavedImportProps {
  answer: ImportAnswer;
  noun: readonly [one: string, more: string];
  onAnother: () => void;
  children: ReactNode;
}

export function SavedImport({ answer, noun, onAnother, children }: SavedImportProps) {
  const { created, updated, importId } = answer;
  return (
    <>
      {children}
      <Panel>
        <PanelMessage role="status">
          <p>{importTexts.saved(created, updated, noun)}</p>
          <Button onClick={onAnother}>{texts.another}</Button>
          {importId !== null && <UndoImport importId={importId} onUndone={onAnother} />}
        </PanelMessage>
      </Panel>
    </>
  );
}
