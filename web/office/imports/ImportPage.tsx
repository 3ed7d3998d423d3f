/** Imports a sheet: a file or pasted cells, corrected on the screen, saved all or nothing. */
import { Button } from '@mantine/core';
import { Navigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { importKinds, type ImportKind, importedResource } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import { importPageTexts as texts, tallyTexts } from '#contract/office/importScreen.ts';
import { may } from '#web/core/api/session.ts';
import { DraftNote } from '#web/core/form/DraftNote.tsx';
import { BackLink } from '#web/core/records/RecordPage.tsx';
import { SheetChoice } from '#web/core/sheets/SheetChoice.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { SavedImport } from './SavedImport.tsx';
import { SheetEditor } from './SheetEditor.tsx';
import { StartScreen } from './StartScreen.tsx';
import { Onward } from './tally/Onward.tsx';
import { TallyParts } from './tally/TallyParts.tsx';
import { storedVisit, storeVisit, type VisitState } from './tally/tallyVisit.ts';
import { useImportSteps } from './useImportSteps.ts';
import { useStoredSheet } from './useStoredSheet.ts';

export function ImportPage() {
  const params = useParams({ from: '/shell/import/$kind' });
  const kind = importKinds.find((each) => each === params.kind);
  const [visit, setVisit] = useState(storedVisit);
  useEffect(() => storeVisit(visit), [visit]);
  if (!kind || !may('create', importedResource(kind))) return <Navigate to="/dashboard" replace />;
  const { listTitle, screenPath } = importSheets[kind];
  return (
    <>
      <BackLink to={screenPath}>{listTitle}</BackLink>
      <ImportOf key={`${kind} ${visit?.current?.name ?? ''}`} kind={kind} visit={visit} setVisit={setVisit} />
    </>
  );
}

function ImportOf({ kind, visit, setVisit }: VisitState & { kind: ImportKind }) {
  const { title } = importSheets[kind];
  const steps = useImportSteps(kind, { visit, setVisit });
  const { step, faultOfTable } = steps;
  const stored = useStoredSheet(kind);
  const restart = () => {
    steps.restart();
    stored.offerAgain();
  };
  /** Back to the parts of the file, or to none. */
  const leave = () => {
    restart();
    if (visit) setVisit({ ...visit, current: undefined });
  };

  // Offered first: another sheet would replace the stored one.
  if (stored.offer) {
    const { draft, sheet } = stored.offer;
    return (
      <>
        <PageHeader title={title} />
        <DraftNote
          draft={draft}
          lines={sheet.rows.length}
          goOn={() => {
            stored.resume();
            steps.openSheet(sheet);
          }}
          discard={stored.discard}
        />
      </>
    );
  }
  if (step.at === 'sheet') {
    return <SheetEditor kind={kind} read={step.sheet} onSaved={steps.finish} onCancel={leave} />;
  }
  if (step.at === 'saved') {
    return (
      <SavedImport
        answer={step.answer}
        leftOut={step.leftOut}
        total={step.total}
        kind={kind}
        onAnother={leave}
        onUndone={() => {
          steps.takeBack();
          stored.offerAgain();
        }}
        onward={visit && <Onward visit={visit} onPart={steps.beginPart} onParts={leave} />}
      >
        <PageHeader title={title} />
      </SavedImport>
    );
  }
  if (step.at === 'tables') {
    return (
      <>
        <PageHeader title={title}>
          <Button variant="subtle" color="gray" onClick={restart}>
            {texts.cancel}
          </Button>
        </PageHeader>
        <Panel>
          {faultOfTable && <PanelMessage role="alert">{faultOfTable.message}</PanelMessage>}
          <SheetChoice tables={step.tables} onChosen={(table) => steps.choose({ fileName: step.fileName, table })} />
        </Panel>
      </>
    );
  }
  if (visit) {
    return (
      <>
        <PageHeader title={title}>
          <Button variant="subtle" color="gray" onClick={() => setVisit(undefined)}>
            {tallyTexts.otherFile}
          </Button>
        </PageHeader>
        {faultOfTable && <PanelMessage role="alert">{faultOfTable.message}</PanelMessage>}
        <TallyParts visit={visit} onPart={steps.beginPart} />
      </>
    );
  }
  return (
    <>
      <PageHeader title={title} />
      <StartScreen kind={kind} steps={steps} />
    </>
  );
}
