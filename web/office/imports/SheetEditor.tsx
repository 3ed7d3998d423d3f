/** A sheet after reading: the effect of each row, its faults, and the button for the next step. */
import { Button, Kbd } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import { focusUnchosen } from '#web/core/form/fieldFocus.ts';
import type { DataSheetGridRef } from 'react-datasheet-grid';
import { formatCount } from '#contract/core/values/format.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importColumns, importSheets } from '#contract/office/importSheets.ts';
import type { ImportAnswer } from '#contract/office/imports.ts';
import { importLimits, importTexts } from '#contract/stock/importing.ts';
import { gridTexts, importPageTexts as texts, stockTexts } from '#contract/office/importScreen.ts';
import { itemHeadTexts } from '#contract/stock/sheets/questionTexts.ts';
import { whyOf } from '#web/core/api/client.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { DraftStoredAt } from '#web/core/form/DraftNote.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import { Question } from '#web/core/ui/Question.tsx';
import { goToQuestion, isAnswered, SheetQuestions, useAsked } from '#web/stock/sheets/SheetQuestions.tsx';
import { AlikeList } from './AlikeList.tsx';
import { AllRows } from './AllRows.tsx';
import { AsideList } from './AsideList.tsx';
import { ChangedList } from './ChangedList.tsx';
import { FaultList } from './FaultList.tsx';
import classes from './ImportPage.module.css';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import type { ReadSheet } from './sheetText.ts';
import { differingRows, ownTotal, type OwnTotal } from './ownTotal.ts';
import { StockSum } from './StockSum.tsx';
import { ExistingList, type ExistingRow } from './ExistingList.tsx';
import { useFaultSteps } from './useFaultSteps.ts';
import { useSavedSheet } from './useSavedSheet.ts';
import { isOfColumn, useSheet, type CellFault, type OnExisting } from './useSheet.ts';

const ImportGrid = lazyComponent(async () => (await import('./ImportGrid.tsx')).ImportGrid);

interface SheetEditorProps {
  kind: ImportKind;
  read: ReadSheet;
  onSaved: (answer: ImportAnswer, leftOut: number, total: OwnTotal | undefined) => void;
  onCancel: () => void;
}

type Shown = 'all' | 'create' | 'existing' | 'fault';

export function SheetEditor({ kind, read, onSaved, onCancel }: SheetEditorProps) {
  const sheet = useSheet(kind, read);
  const { rows, headings, mapping, checked, isChecked } = sheet;
  const [shown, setShown] = useState<Shown>('all');
  const grid = useRef<DataSheetGridRef>(null);
  const page = useRef<HTMLDivElement>(null);
  const { isSaving, save, cancel, storedAt, guard } = useSavedSheet(
    kind,
    sheet,
    read.chosen?.idempotencyKey,
    (answer, leftOut) => onSaved(answer, leftOut, answer.stock ? ownTotal(sheet, answer.stock) : undefined),
  );
  const isPhone = useIsPhone();

  // Those for all rows have fields of their own.
  const { asked, open } = useAsked(
    (checked?.faults ?? []).filter(({ ask }) => ask?.about !== 'forAll'),
    sheet.answers,
  );
  const openQuestions =
    sheet.rivals.filter(({ answer }) => answer === undefined).length +
    open.length +
    sheet.allRows.filter(({ isOpen }) => isOpen).length +
    Number(sheet.heads?.said === 'open');
  // A cell that waits for an answer needs no correction, nor does one whose row may be a batch.
  const faults = (checked?.faults ?? []).filter(
    ({ ask, field }) =>
      sheet.heads?.said !== 'open' &&
      (ask === undefined || (ask.about !== 'forAll' && isAnswered({ ...ask, field }, sheet.answers))),
  );
  const cellFaults = faults.filter((fault) => !isOfColumn(fault));
  const faultyRows = new Set(cellFaults.map(({ row }) => row));
  const isShown = ({ number }: GridRow): boolean => {
    if (shown === 'all') return true;
    const of = checked?.outcomes.get(number);
    return shown === 'existing' ? of?.outcome === 'skip' || of?.outcome === 'update' : of?.outcome === shown;
  };
  const shownRows = rows.filter(isShown);

  const nameColumn = headings.findIndex((heading) => mapping[heading] === 'name');
  /** Those that another name has, and all of them where these alone are shown. */
  const existingRows = shownRows.flatMap(({ number: row, cells }): ExistingRow[] => {
    const { existing = null, by } = checked?.outcomes.get(row) ?? {};
    if (existing === null || by === undefined) return [];
    const isNamedSo = cells[nameColumn]?.toLowerCase() === existing.toLowerCase();
    return isNamedSo && shown !== 'existing' ? [] : [{ row, existing, by }];
  });

  const cellsOf = (heading: string | undefined) => {
    const column = headings.findIndex((each) => each === heading);
    return rows.map(({ cells }) => cells[column] ?? '').filter((cell) => cell !== '');
  };
  const columnOf = (field: string) => headings.findIndex((heading) => mapping[heading] === field);
  const labelOf = (field: string) => importColumns(kind).find((each) => each.field === field)?.label ?? field;

  const showAll = () => setShown('all');
  const { current, goTo, next } = useFaultSteps({
    grid,
    faults,
    rows,
    shownRows,
    showAll,
    columnOf: ({ field }) => columnOf(field),
    before: () => openQuestions > 0 && goToQuestion(),
  });

  // The first column of each sheet names the record.
  const nameField = importSheets[kind].columns[0]?.field ?? '';
  const { stock } = checked?.answer ?? { stock: null };
  const sum = isChecked && openQuestions === 0 && faults.length === 0 && stock && stock.lots > 0 ? stock : undefined;
  const total = sum && ownTotal(sheet, sum);

  const toSave = (checked?.answer.created ?? 0) + (checked?.answer.updated ?? 0);
  const unused = headings.filter((heading) => mapping[heading] === '');
  const tooMany = rows.length > importLimits.rows ? importTexts.tooManyRows(rows.length) : undefined;
  const counts: [Shown, string, number][] = [
    ['all', texts.all, rows.length],
    ['create', texts.adds, checked?.answer.created ?? 0],
    ['existing', texts.existing, (checked?.answer.updated ?? 0) + (checked?.answer.skipped ?? 0)],
    // Also rows that lack a column: these have no cell to correct.
    ['fault', texts.faulty, checked?.answer.results.filter(({ outcome }) => outcome === 'fault').length ?? 0],
  ];

  function putCell({ row, field }: Pick<CellFault, 'row' | 'field'>, text: string) {
    const column = columnOf(field);
    const put = (cells: readonly string[]) => cells.map((cell, index) => (index === column ? text : cell));
    sheet.setRows(rows.map((each) => (each.number === row ? { ...each, cells: put(each.cells) } : each)));
  }

  return (
    <>
      <PageHeader title={importSheets[kind].title}>
        <span className={classes.state}>
          {texts.notSaved(rows.length, texts.fromFile(read.fileName))}
          <DraftStoredAt at={storedAt} />
        </span>
        <Button variant="subtle" color="gray" onClick={() => guard.leave(onCancel)} disabled={isSaving}>
          {texts.cancel}
        </Button>
        {faultyRows.size > 0 && (
          <Button variant="default" onClick={() => sheet.setRows(rows.filter(({ number }) => !faultyRows.has(number)))}>
            {texts.leaveOut(faultyRows.size)}
          </Button>
        )}
        {openQuestions > 0 ? (
          <Button onClick={() => void goToQuestion()} rightSection={!isPhone && <Kbd>F8</Kbd>}>
            {texts.answer(openQuestions)}
          </Button>
        ) : cellFaults.length > 0 ? (
          <Button onClick={next} rightSection={!isPhone && <Kbd>F8</Kbd>}>
            {texts.putRight(cellFaults.length)}
          </Button>
        ) : (
          <Button
            onClick={() => {
              // A typed supplier that chose none is a fault, not an empty field.
              if (!page.current || !focusUnchosen(page.current)) save();
            }}
            disabled={!isChecked || faults.length > 0 || toSave === 0 || isSaving || tooMany !== undefined}
          >
            {total?.difference === undefined ? texts.save(toSave) : stockTexts.saveDiffering(toSave)}
          </Button>
        )}
      </PageHeader>
      {isSaving && (
        <div className={classes.saving} role="status">
          {texts.saving(toSave)}
          <Button variant="default" onClick={cancel}>
            {texts.cancel}
          </Button>
        </div>
      )}
      <div className={classes.stack} ref={page}>
        <SheetQuestions
          columns={importColumns(kind)}
          rivals={sheet.rivals}
          asked={asked}
          answers={sheet.answers}
          cellsOf={cellsOf}
          cellsOfField={(field) => cellsOf(headings.find((heading) => mapping[heading] === field))}
          onMap={sheet.map}
          onAnswer={sheet.answer}
        >
          {sheet.heads && (
            <Question
              title={itemHeadTexts.title(sheet.heads.head)}
              choices={[
                {
                  value: 'groups',
                  label: itemHeadTexts.groups,
                  note: itemHeadTexts.groupsNote,
                  samples: [itemHeadTexts.group(sheet.heads.below)],
                },
                {
                  value: 'items',
                  label: itemHeadTexts.items,
                  note: itemHeadTexts.itemsNote,
                  samples: [itemHeadTexts.batch(sheet.heads.head, sheet.heads.below)],
                },
              ]}
              value={sheet.heads.said === 'open' ? undefined : sheet.heads.said}
              onChoose={sheet.sayHeads}
            />
          )}
          {sheet.allRows.length > 0 && (
            <AllRows
              values={sheet.allRows}
              head={read.head}
              onSay={(field, value) => sheet.answer('forAll', field, value)}
            />
          )}
        </SheetQuestions>
        {isPhone && isChecked && checked && (
          <ChangedList
            readings={checked.answer.readings}
            labelOf={labelOf}
            textOf={({ row, field }) => rows.find(({ number }) => number === row)?.cells[columnOf(field)] ?? ''}
          />
        )}
        {checked && (
          <AlikeList
            // Mounted while a changed cell is checked: it keeps what was said.
            alike={isChecked ? checked.answer.alike : []}
            textOf={({ row, field }) => rows.find(({ number }) => number === row)?.cells[columnOf(field)] ?? ''}
            onUse={putCell}
          />
        )}
        <AsideList rows={sheet.aside} onTake={sheet.take} />
        <div className={classes.editor}>
          <Panel>
            {tooMany !== undefined && <PanelMessage role="alert">{tooMany}</PanelMessage>}
            {sheet.error && <PanelMessage role="alert">{whyOf(sheet.error).reason}</PanelMessage>}
            <div className={classes.tools}>
              <div className={classes.counts} role="group" aria-label={texts.sheet}>
                {counts.map(([value, label, count]) => (
                  <button key={value} type="button" aria-pressed={shown === value} onClick={() => setShown(value)}>
                    {label} <b>{formatCount(count)}</b>
                  </button>
                ))}
              </div>
              <SelectField
                label={texts.onExisting}
                data={[
                  { value: 'skip', label: texts.skip },
                  { value: 'update', label: texts.update },
                ]}
                value={sheet.onExisting}
                onChange={(value) => sheet.setOnExisting(value === 'update' ? 'update' : ('skip' satisfies OnExisting))}
              />
            </div>
            {!isPhone && tooMany === undefined && (
              <Suspense fallback={<PanelMessage role="status">{texts.reading}</PanelMessage>}>
                <ImportGrid kind={kind} sheet={sheet} rows={shownRows} grid={grid} />
              </Suspense>
            )}
            <div className={classes.notes}>
              {rows.length === 0 && <p role="status">{importTexts.noRows}</p>}
              {rows.length > 0 && !isChecked && !sheet.error && <p role="status">{texts.checking(rows.length)}</p>}
              {isChecked && faults.length === 0 && openQuestions === 0 && toSave === 0 && <p>{texts.nothingToDo}</p>}
              <ExistingList rows={existingRows} />
              {isChecked && checked && checked.readings.size > 0 && <p>{texts.readings(checked.readings.size)}</p>}
              {unused.length > 0 && <p>{texts.unused(unused)}</p>}
              {checked && checked.answer.made.length > 0 && <p>{texts.made(checked.answer.made)}</p>}
              {!isPhone && <p>{gridTexts.keys}</p>}
              <p>{texts.together}</p>
            </div>
          </Panel>
          {faults.length > 0 && (
            <FaultList
              kind={kind}
              faults={faults}
              current={current}
              textOf={(fault) => rows.find(({ number }) => number === fault.row)?.cells[columnOf(fault.field)] ?? ''}
              nameOf={({ row }) => rows.find(({ number }) => number === row)?.cells[columnOf(nameField)] ?? ''}
              isMapped={(fault) => columnOf(fault.field) >= 0}
              onGo={goTo}
              onPut={putCell}
            />
          )}
        </div>
        {sum && (
          <StockSum stock={sum} total={total} differing={differingRows(sheet, (row) => checked?.outcomes.get(row))} />
        )}
      </div>
      {guard.dialog}
    </>
  );
}
