/** The start of an import: a file is chosen or dropped, or cells are pasted. */
import { Button } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ImportKind } from '#contract/kinds.ts';
import { importPageTexts as texts } from '#contract/office/importScreen.ts';
import { SHEET_FILES } from '#web/core/sheets/readTable.ts';
import { Panel } from '#web/core/ui/Panel.tsx';
import { downloadTemplate } from './downloadTemplate.ts';
import { RecentImports } from './RecentImports.tsx';
import classes from './StartScreen.module.css';
import type { ImportSteps } from './useImportSteps.ts';

export function StartScreen({ kind, steps }: { kind: ImportKind; steps: ImportSteps }) {
  return (
    <>
      <Panel>
        <div
          className={classes.drop}
          onDragOver={(event) => event.preventDefault()}
          onDrop={(event) => {
            event.preventDefault();
            const [file] = event.dataTransfer.files;
            if (file) steps.read(file);
          }}
        >
          {steps.isReading ? (
            <>
              <p role="status">{texts.reading}</p>
              <Button variant="default" onClick={steps.cancelReading}>
                {texts.cancel}
              </Button>
            </>
          ) : (
            <>
              {steps.faultOfFile && <p role="alert">{steps.faultOfFile.message}</p>}
              <ChooseFile onChosen={steps.read} />
              <p>{texts.drop}</p>
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => {
                  downloadTemplate(kind).catch(console.error);
                }}
              >
                {texts.template}
              </Button>
            </>
          )}
        </div>
      </Panel>
      <RecentImports kind={kind} />
    </>
  );
}

function ChooseFile({ onChosen }: { onChosen: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={SHEET_FILES}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // A file can be chosen again after a correction.
          currentTarget.value = '';
          if (file) onChosen(file);
        }}
      />
      <Button leftSection={<IconFileSpreadsheet size={16} aria-hidden />} onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
    </>
  );
}
