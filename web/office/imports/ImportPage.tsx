/** Imports a sheet: a file or pasted cells, corrected on the screen, saved all or nothing. */
import { Button } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { Navigate, useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { importKinds, type ImportKind, importedResource } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import type { ImportAnswer } from '#contract/office/imports.ts';
import { importPageTexts as texts, tallyTexts } from '#contract/office/importScreen.ts';
import { may } from '#web/core/api/session.ts';
import { DraftNote } from '#web/core/form/DraftNote.tsx';
import { useDraftOffer } from '#web/core/form/useStoredDraft.ts';
import { BackLink } from '#web/core/records/RecordPage.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { downloadTemplate } from './downloadTemplate.ts';
import classes from './ImportPage.module.css';
import { isTable, pastedTable, popPasted } from '#web/core/sheets/pastedCells.ts';
import { readFile } from '#web/core/sheets/readFile.ts';
import { SHEET_FILES, soleTable, type ReadTable } from '#web/core/sheets/readTable.ts';
import { SheetChoice } from '#web/core/sheets/SheetChoice.tsx';
import { withoutOwnPages } from './ownPages.ts';
import type { OwnTotal } from './ownTotal.ts';
import { RecentImports } from './RecentImports.tsx';
import { SavedImport } from './SavedImport.tsx';
import { SheetEditor } from './SheetEditor.tsx';
import { TallyParts } from './TallyParts.tsx';
import { keepVisit, keptVisit, kindsOfPart, nextPart, visitOf, type TallyVisit } from './tallyVisit.ts';
import { draftName } from './useSavedSheet.ts';
import { sheetOf, sheetOfDraft, type ReadSheet } from './sheetText.ts';

export function ImportPage() {
  const params = useParams({ from: '/shell/import/$kind' });
  const kind = importKinds.find((each) => each === params.kind);
  const [visit, setVisit] = useState(keptVisit);
  useEffect(() => keepVisit(visit), [visit]);
  if (!kind || !may('create', importedResource(kind))) return <Navigate to="/dashboard" replace />;
  return <ImportOf key={`${kind} ${visit?.open?.name ?? ''}`} kind={kind} visit={visit} setVisit={setVisit} />;
}

/** State of the screen: nothing yet, a file of which a sheet is chosen, that sheet, or the result of its import. */
type Step =
  | { at: 'start' }
  | { at: 'tables'; fileName: string; tables: readonly ReadTable[] }
  | { at: 'sheet'; sheet: ReadSheet }
  | { at: 'saved'; answer: ImportAnswer; leftOut: number; total: OwnTotal | undefined };

interface ImportOfProps {
  kind: ImportKind;
  /** The export of Tally that is imported part by part. */
  visit: TallyVisit | undefined;
  setVisit: (visit: TallyVisit | undefined) => void;
}

function ImportOf({ kind, visit, setVisit }: ImportOfProps) {
  const { title, listTitle, screenPath } = importSheets[kind];
  const [step, setStep] = useState<Step>({ at: 'start' });
  /** A stored sheet is offered once, at each beginning. */
  const [beginning, setBeginning] = useState({ number: 0, isAnswered: false });
  const { draft, drop } = useDraftOffer(draftName(kind), beginning.number);
  const stored = draft && !beginning.isAnswered ? sheetOfDraft(draft) : undefined;
  const restart = () => {
    setStep({ at: 'start' });
    setBeginning(({ number }) => ({ number: number + 1, isAnswered: false }));
  };
  /** Back to the parts of the file, or to none. */
  const leave = () => {
    restart();
    if (visit) setVisit({ ...visit, open: undefined });
  };
  const cancel = useRef<AbortController>(undefined);

  const reading = useMutation({
    mutationFn: async (file: File) => {
      cancel.current = new AbortController();
      const tables = withoutOwnPages(await readFile(file, cancel.current.signal));
      const found = visitOf(file.name, tables);
      if (found) {
        setVisit(found);
        return { at: 'start' as const };
      }
      const sole = soleTable(tables);
      if (sole) return { at: 'sheet' as const, sheet: sheetOf(kind, file.name, sole) };
      return { at: 'tables' as const, fileName: file.name, tables };
    },
    onSuccess: setStep,
  });
  const choosing = useMutation({
    mutationFn: async ({ fileName, table }: { fileName: string; table: ReadTable }) =>
      await Promise.resolve(sheetOf(kind, fileName, table)),
    onSuccess: (sheet) => setStep({ at: 'sheet', sheet }),
  });
  const pasting = useMutation({
    mutationFn: async (text: string) => await Promise.resolve(sheetOf(kind, '', pastedTable(text))),
    onSuccess: (sheet) => setStep({ at: 'sheet', sheet }),
  });
  const { mutate: paste } = pasting;
  const { mutate: readIt } = reading;

  const { mutate: choose } = choosing;
  const navigate = useNavigate();
  const begin = (part: ImportKind, table: ReadTable) => {
    if (visit) setVisit({ ...visit, open: { name: table.name, kind: part } });
    if (part !== kind) navigate({ to: '/import/$kind', params: { kind: part } }).catch(console.error);
  };
  const open = visit?.open?.kind === kind ? visit.tables.find(({ name }) => name === visit.open?.name) : undefined;
  const openFile = visit?.fileName ?? '';
  // A part that was begun before, on the page of another kind as well.
  useEffect(() => {
    if (open) choose({ fileName: openFile, table: open });
  }, [open, openFile, choose]);

  // Cells that were pasted on the list come along.
  useEffect(() => {
    const pasted = popPasted();
    if (pasted !== undefined) paste(pasted);
  }, [paste]);

  const isStart = step.at === 'start';
  useEffect(() => {
    if (!isStart) return undefined;
    const take = ({ clipboardData }: ClipboardEvent) => {
      const file = clipboardData?.files[0];
      const text = clipboardData?.getData('text/plain') ?? '';
      // Excel copies cells as text and as a picture.
      if (isTable(text)) paste(text);
      else if (file) readIt(file);
    };
    document.addEventListener('paste', take);
    return () => document.removeEventListener('paste', take);
  }, [isStart, paste, readIt]);

  // Offered first: another sheet would replace the stored one.
  if (draft && stored) {
    return (
      <>
        <BackLink to={screenPath}>{listTitle}</BackLink>
        <PageHeader title={title} />
        <DraftNote
          form={draft}
          lines={stored.rows.length}
          goOn={() => {
            drop();
            setStep({ at: 'sheet', sheet: stored });
            setBeginning(({ number }) => ({ number, isAnswered: true }));
          }}
          discard={drop}
        />
      </>
    );
  }

  const fault = reading.error?.name === 'AbortError' ? null : (reading.error ?? pasting.error);
  return (
    <>
      <BackLink to={screenPath}>{listTitle}</BackLink>
      {step.at === 'tables' && (
        <>
          <PageHeader title={title}>
            <Button variant="subtle" color="gray" onClick={restart}>
              {texts.cancel}
            </Button>
          </PageHeader>
          <Panel>
            {choosing.error && <PanelMessage role="alert">{choosing.error.message}</PanelMessage>}
            <SheetChoice
              tables={step.tables}
              onChosen={(table) => choosing.mutate({ fileName: step.fileName, table })}
            />
          </Panel>
        </>
      )}
      {step.at === 'sheet' && (
        <SheetEditor
          kind={kind}
          read={step.sheet}
          onSaved={(answer, leftOut, total) => {
            setStep({ at: 'saved', answer, leftOut, total });
            if (visit && open)
              setVisit({ ...visit, saved: new Map(visit.saved).set(open.name, { kind, answer, total }) });
          }}
          onCancel={leave}
        />
      )}
      {step.at === 'saved' && (
        <SavedImport
          answer={step.answer}
          leftOut={step.leftOut}
          total={step.total}
          kind={kind}
          onAnother={leave}
          onward={visit && <Onward visit={visit} onPart={begin} onParts={leave} />}
        >
          <PageHeader title={title} />
        </SavedImport>
      )}
      {isStart && visit && (
        <>
          <PageHeader title={title}>
            <Button variant="subtle" color="gray" onClick={() => setVisit(undefined)}>
              {tallyTexts.otherFile}
            </Button>
          </PageHeader>
          {choosing.error && <PanelMessage role="alert">{choosing.error.message}</PanelMessage>}
          <TallyParts visit={visit} onPart={begin} />
        </>
      )}
      {isStart && !visit && (
        <>
          <PageHeader title={title} />
          <Panel>
            <div
              className={classes.drop}
              onDragOver={(event) => event.preventDefault()}
              onDrop={(event) => {
                event.preventDefault();
                const [file] = event.dataTransfer.files;
                if (file) reading.mutate(file);
              }}
            >
              {reading.isPending ? (
                <>
                  <p role="status">{texts.reading}</p>
                  <Button variant="default" onClick={() => cancel.current?.abort()}>
                    {texts.cancel}
                  </Button>
                </>
              ) : (
                <>
                  {fault && <p role="alert">{fault.message}</p>}
                  <ChooseFile onChosen={(file) => reading.mutate(file)} />
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
      )}
    </>
  );
}

interface OnwardProps {
  visit: TallyVisit;
  onPart: (kind: ImportKind, table: ReadTable) => void;
  onParts: () => void;
}

/** From a saved part to the next one, and to all of them. */
function Onward({ visit, onPart, onParts }: OnwardProps) {
  const next = nextPart(visit);
  const [kind, other] = next ? kindsOfPart(next) : [];
  return (
    <>
      {next && kind && (
        <Button onClick={() => (other ? onParts() : onPart(kind, next))}>{tallyTexts.next(next.name)}</Button>
      )}
      <Button variant={next ? 'default' : 'filled'} onClick={onParts}>
        {tallyTexts.parts}
      </Button>
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
