/** A sheet that is read: what each row would do, its faults, and the button that is the next step. */
import { Button, Kbd } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { DataSheetGridRef } from 'react-datasheet-grid';
import { formatCount } from '#contract/format.ts';
import type { ImportKind } from '#contract/importKinds.ts';
import { importSheets } from '#contract/importSheets.ts';
import { importLimits, importTexts, type ImportAnswer } from '#contract/imports.ts';
import { gridTexts, importPageTexts as texts } from '#contract/importScreen.ts';
import { call, whyOf } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotency.ts';
import { invalidateAll } from '#web/api/queries.ts';
import { SelectField } from '#web/form/fields/SelectField.tsx';
import { KeptAt } from '#web/form/KeptNote.tsx';
import { useKeeping } from '#web/form/useKeeping.ts';
import { useUnsavedGuard } from '#web/form/useUnsavedGuard.tsx';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/ui/Panel.tsx';
import { clearFailures, toastFailed } from '#web/ui/toast.tsx';
import { useIsPhone } from '#web/ui/useIsPhone.ts';
import { FaultList } from './FaultList.tsx';
import classes from './ImportPage.module.css';
import type { GridRow, ReadSheet } from './sheetText.ts';
import { ThereList, type RowThere } from './ThereList.tsx';
import { isOfColumn, runOf, useSheet, type CellFault, type OnExisting } from './useSheet.ts';

const ImportGrid = lazy(async () => ({ default: (await import('./ImportGrid.tsx')).ImportGrid }));

/** Under which name a sheet is kept on the device. */
export const keptName = (kind: ImportKind) => `import ${kind}`;

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
  /** The fault that was gone to last. */
  const [current, setCurrent] = useState<CellFault>();
  const grid = useRef<DataSheetGridRef>(null);
  const cancel = useRef<AbortController>(undefined);
  /** Sent again unchanged, also after a reload, it is saved once. */
  const [keyed, setKeyed] = useState(() => ({
    body: sheet.body,
    key: read.chosen?.idempotencyKey ?? newIdempotencyKey(),
  }));
  if (keyed.body !== sheet.body) setKeyed({ body: sheet.body, key: newIdempotencyKey() });
  const isPhone = useIsPhone();
  const draft =
    rows.length > importLimits.rows ? undefined : { form: 'imports', idempotencyKey: keyed.key, values: sheet.kept };
  const keeping = useKeeping({ name: keptName(kind) }, draft, sheet.kept);
  const guard = useUnsavedGuard(keeping.drop);
  // A sheet on the screen is not saved, as long as it is there.
  useEffect(() => guard.setChanged(true));

  const saving = useMutation({
    mutationFn: async () => {
      clearFailures();
      cancel.current = new AbortController();
      const { signal } = cancel.current;
      return await call(runOf(kind), {
        body: { ...sheet.body, mode: 'save' },
        idempotencyKey: keyed.key,
        signal,
      });
    },
    onSuccess: (answer) => {
      guard.setChanged(false);
      keeping.drop();
      onSaved(answer, sheet.leftOut);
    },
    onError: (fault) => {
      if (fault.name !== 'AbortError') toastFailed(texts.saveFailed, whyOf(fault));
    },
    onSettled: invalidateAll,
  });

  const faults = checked?.faults ?? [];
  const cellFaults = faults.filter((fault) => !isOfColumn(fault));
  const faultyRows = useMemo(
    () => new Set(checked?.faults.flatMap((fault) => (isOfColumn(fault) ? [] : [fault.row]))),
    [checked],
  );
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

  const columnOf = ({ field }: CellFault) => headings.findIndex((heading) => mapping[heading] === field);

  function goTo(fault: CellFault | undefined) {
    if (!fault) return;
    // All rows are shown before the cell is chosen, and it is before the next key.
    flushSync(() => {
      setCurrent(fault);
      setShown('all');
    });
    const column = columnOf(fault);
    const row = rows.findIndex(({ number }) => number === fault.row);
    if (column >= 0 && row >= 0) flushSync(() => grid.current?.setActiveCell({ col: column, row }));
  }
  const isAfter = (fault: CellFault, last: CellFault) =>
    fault.row > last.row || (fault.row === last.row && columnOf(fault) > columnOf(last));
  /** Faults below or right of the last one come next, then the first: one that was put right is gone from the list. */
  function next() {
    goTo(cellFaults.find((fault) => current === undefined || isAfter(fault, current)) ?? cellFaults[0]);
  }

  /** Enter in a faulty cell keeps what is typed and goes on to the next fault: one cell down may be a good one. */
  function enter(): boolean {
    const cell = grid.current?.activeCell;
    const row = cell && shownRows[cell.row]?.number;
    const fault = cell && faults.find((each) => each.row === row && columnOf(each) === cell.col);
    if (!fault) return false;
    // What is typed counts when the field is left.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement) flushSync(() => activeElement.blur());
    const later = faults.find((each) => isAfter(each, fault));
    if (later) goTo(later);
    else {
      setCurrent(fault);
      grid.current?.setActiveCell(null);
    }
    return true;
  }

  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isEnter = event.key === 'Enter' && !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.altKey;
      const { target } = event;
      const isInGrid =
        target === document.body || (target instanceof Element && target.closest('.dsg-container') !== null);
      if (event.key === 'F8') next();
      else if (!isEnter || !isInGrid || event.isComposing || !enter()) return;
      event.preventDefault();
      // The grid listens on the document too.
      event.stopImmediatePropagation();
    };
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  });

  const toSave = (checked?.answer.created ?? 0) + (checked?.answer.updated ?? 0);
  const unused = headings.filter((heading) => mapping[heading] === '');
  const tooMany = rows.length > importLimits.rows ? importTexts.tooManyRows(rows.length) : undefined;
  const counts: [Shown, string, number][] = [
    ['all', texts.all, rows.length],
    ['create', texts.adds, checked?.answer.created ?? 0],
    ['existing', texts.existing, (checked?.answer.updated ?? 0) + (checked?.answer.skipped ?? 0)],
    // Also rows that lack a column: these have no cell to put right.
    ['fault', texts.faulty, checked?.answer.results.filter(({ outcome }) => outcome === 'fault').length ?? 0],
  ];

  function putCell(fault: CellFault, text: string) {
    const { row } = fault;
    const column = columnOf(fault);
    const put = (cells: readonly string[]) => cells.map((cell, index) => (index === column ? text : cell));
    sheet.setRows(rows.map((each) => (each.number === row ? { ...each, cells: put(each.cells) } : each)));
  }

  return (
    <>
      <PageHeader title={importSheets[kind].title}>
        <span className={classes.state}>
          {texts.notSaved(rows.length, texts.fromFile(read.fileName))}
          <KeptAt at={keeping.keptAt} />
        </span>
        <Button variant="subtle" color="gray" onClick={() => guard.leave(onCancel)} disabled={saving.isPending}>
          {texts.cancel}
        </Button>
        {faultyRows.size > 0 && (
          <Button variant="default" onClick={() => sheet.setRows(rows.filter(({ number }) => !faultyRows.has(number)))}>
            {texts.leaveOut(faultyRows.size)}
          </Button>
        )}
        {cellFaults.length > 0 ? (
          <Button onClick={next} rightSection={!isPhone && <Kbd>F8</Kbd>}>
            {texts.putRight(cellFaults.length)}
          </Button>
        ) : (
          <Button
            onClick={() => saving.mutate()}
            disabled={!isChecked || faults.length > 0 || toSave === 0 || saving.isPending || tooMany !== undefined}
          >
            {texts.save(toSave)}
          </Button>
        )}
      </PageHeader>
      {saving.isPending && (
        <div className={classes.saving} role="status">
          {texts.saving(toSave)}
          <Button variant="default" onClick={() => cancel.current?.abort()}>
            {texts.cancel}
          </Button>
        </div>
      )}
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
            textOf={(fault) => rows.find(({ number }) => number === fault.row)?.cells[columnOf(fault)] ?? ''}
            isMapped={(fault) => columnOf(fault) >= 0}
            onGo={goTo}
            onPut={putCell}
          />
        )}
      </div>
      {guard.dialog}
    </>
  );
}
