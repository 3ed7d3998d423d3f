/** A sheet after reading: the effect of each row, its faults, and the button for the next step. */
import { Button, Kbd } from '@mantine/core';
import { Suspense, useRef, useState } from 'react';
import type { DataSheetGridRef } from 'react-datasheet-grid';
import { formatCount } from '#contract/core/values/format.ts';
import type { ImportKind } from '#contract/kinds.ts';
import { importSheets } from '#contract/office/importSheets.ts';
import type { ImportAnswer } from '#contract/office/imports.ts';
import { importLimits, importTexts } from '#contract/stock/importing.ts';
import { gridTexts, importPageTexts as texts } from '#contract/office/importScreen.ts';
import { whyOf } from '#web/core/api/client.ts';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import { DraftStoredAt } from '#web/core/form/DraftNote.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { lazyComponent } from '#web/core/ui/lazyComponent.ts';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import { goToQuestion, isAnswered, SheetQuestions, useAsked } from '#web/stock/sheets/SheetQuestions.tsx';
import { AsideList } from './AsideList.tsx';
import { ChangedList } from './ChangedList.tsx';
import { FaultList } from './FaultList.tsx';
import classes from './ImportPage.module.css';
import type { GridRow } from '#web/stock/sheets/headedTable.ts';
import type { ReadSheet } from './sheetText.ts';
import { ThereList, type RowThere } from './ThereList.tsx';
import { useFaultSteps } from './useFaultSteps.ts';
import { useSavedSheet } from './useSavedSheet.ts';
import { isOfColumn, useSheet, type CellFault, type OnExisting } from './useSheet.ts';

const ImportGrid = lazyComponent(async () => (await import('./ImportGrid.tsx')).ImportGrid);

interface SheetEditorProps {
  kind: ImportKind;
  read: ReadSheet;
  onSaved: (answer: ImportAnswer, leftOut: number) => void;
  onCancel: () => void;
}

type Shown = 'all' | 'create' | 'existing' | 'fault';

export function SheetEditor({ kind, read, onSaved, onCancel }: SheetEditorProps) {
  const sheet = useSheet(kind, read);
  const { rows, headings, mapping, checked, isChecked } = sheet;
  const [shown, setShown] = useState<Shown>('all');
  const grid = useRef<DataSheetGridRef>(null);
  const { isSaving, save, cancel, storedAt, guard } = useSavedSheet(kind, sheet, read.chosen?.idempotencyKey, onSaved);
  const isPhone = useIsPhone();

  const { asked, open } = useAsked(checked?.faults ?? [], sheet.answers);
  const openQuestions = sheet.rivals.filter(({ answer }) => answer === undefined).length + open.length;
  // A cell that waits for an answer needs no correction.
  const faults = (checked?.faults ?? []).filter(
    ({ ask, field }) => ask === undefined || isAnswered({ ...ask, field }, sheet.answers),
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
  const there = shownRows.flatMap(({ number: row, cells }): RowThere[] => {
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
  const labelOf = (field: string) => importSheets[kind].columns.find((each) => each.field === field)?.label ?? field;

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

  function putCell(fault: CellFault, text: string) {
    const { row } = fault;
    const column = columnOf(fault.field);
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
            onClick={save}
            disabled={!isChecked || faults.length > 0 || toSave === 0 || isSaving || tooMany !== undefined}
          >
            {texts.save(toSave)}
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
      <div className={classes.stack}>
        <SheetQuestions
          columns={importSheets[kind].columns}
          rivals={sheet.rivals}
          asked={asked}
          answers={sheet.answers}
          cellsOf={cellsOf}
          cellsOfField={(field) => cellsOf(headings.find((heading) => mapping[heading] === field))}
          onMap={sheet.map}
          onAnswer={sheet.answer}
        />
        {isPhone && isChecked && checked && (
          <ChangedList
            readings={checked.answer.readings}
            labelOf={labelOf}
            textOf={({ row, field }) => rows.find(({ number }) => number === row)?.cells[columnOf(field)] ?? ''}
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
              {isChecked && faults.length === 0 && toSave === 0 && <p>{texts.nothingToDo}</p>}
              <ThereList rows={there} />
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
              isMapped={(fault) => columnOf(fault.field) >= 0}
              onGo={goTo}
              onPut={putCell}
            />
          )}
        </div>
      </div>
      {guard.dialog}
    </>
  );
}
