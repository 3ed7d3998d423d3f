/** The form of a count. Ledger quantities are those at the opening of the sheet; posting checks them again. */
import { Button } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import type { AdjustmentRecord } from '#contract/stock/adjustments/adjustments.ts';
import { adjustmentLabels, countReasons } from '#contract/stock/adjustments/adjustmentTexts.ts';
import { readScan } from '#contract/stock/labels/labels.ts';
import { may } from '#web/core/api/session.ts';
import { DateField } from '#web/core/form/fields/DateField.tsx';
import { focusUnchosen } from '#web/core/form/fieldFocus.ts';
import { useListState } from '#web/core/list/useListState.ts';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { PanelMessage } from '#web/core/ui/Panel.tsx';
import { SearchField } from '#web/core/ui/SearchField.tsx';
import { CountFoot } from './CountFoot.tsx';
import classes from './CountSheet.module.css';
import { CountTable } from './CountTable.tsx';
import { differencesOf, howManyCounted, worthOf, type SheetLot } from './countValues.ts';
import { OtherLots } from './OtherLots.tsx';
import { useCount, type CountSheetProps } from './useCount.ts';

/** Texts at the foot: of a count that is edited or waits, of one by users whose difference may wait, and of others. */
function footTexts(record: AdjustmentRecord | undefined, counted: number): { others: string; post: string } {
  const post = countTexts.post(counted);
  if (record)
    return { others: countTexts.emptyFieldRemoves, post: record.state === 'waiting' ? post : countTexts.update };
  if (may('create', 'adjustments')) return { others: countTexts.othersStay, post };
  return { others: `${countTexts.mayWait} ${countTexts.othersStay}`, post: countTexts.send(counted) };
}

/** Moves to the field of a lot as soon as the sheet shows it. */
function useGoToLot(): (lot: SheetLot | undefined) => void {
  const target = useRef<number>(undefined);
  const go = () => {
    const field = document.querySelector<HTMLInputElement>(`[data-path="counted.${target.current ?? 0}"]`);
    if (!field) return;
    target.current = undefined;
    field.focus();
    field.select();
  };
  useEffect(go);
  return (lot) => {
    target.current = lot?.lotId;
    go();
  };
}

/** Enter in a field would post a count that is not finished; scanners send it behind every label. */
function onlyButtonsPost(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault();
}

export function CountSheet(props: CountSheetProps) {
  const { form, panel, lots, changeTexts, savedCountNote, saveForLater } = useCount(props);
  const goToLot = useGoToLot();
  const [unknownCode, setUnknownCode] = useState('');
  const [isBlind, setBlind] = useState(false);
  const [isRevealed, setRevealed] = useState(false);
  const [{ search }, show] = useListState('');
  const { values } = form;
  const countedNumber = howManyCounted(lots.map(({ lotId }) => values.counted[lotId]));
  const allCounted = countedNumber + howManyCounted(values.others.map(({ quantity }) => quantity));
  // The code of a scanned label.
  const sought = readScan(search).code.toLowerCase();
  // Compared, not cleared by typing: a scanner's text is searched a moment after its Enter.
  const isUnknown = unknownCode !== '' && sought === unknownCode.toLowerCase();
  const shown = lots.filter(({ itemName, code }) => `${itemName} ${code}`.toLowerCase().includes(sought));
  const differences = differencesOf(values, lots);

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (focusUnchosen(event.currentTarget)) return event.preventDefault();
    if (!isBlind) return panel.onSubmit(event);
    // Blind until here: differences are shown once before they are posted.
    event.preventDefault();
    setBlind(false);
    setRevealed(true);
  };

  if (savedCountNote) {
    return (
      <>
        <PageHeader title={countTexts.title} />
        {savedCountNote}
      </>
    );
  }
  return (
    <>
      <PageHeader title={countTexts.title}>
        <span role="status" className={classes.progress}>
          {countTexts.counted(String(countedNumber), String(lots.length))}
        </span>
        <Button variant="subtle" color="gray" onClick={panel.onCancel}>
          {props.record ? 'Cancel' : 'Discard'}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {countTexts.print}
        </Button>
      </PageHeader>
      <form
        noValidate
        aria-label={countTexts.title}
        className={classes.form}
        onSubmit={submit}
        onKeyDown={onlyButtonsPost}
      >
        <div className={classes.tools}>
          <DateField {...form.getInputProps('date')} label={adjustmentLabels.date} required value={values.date} />
          <div className={classes.search}>
            <SearchField
              label="Search the sheet"
              placeholder={countTexts.searchPlaceholder}
              value={search}
              onChange={(text) => show({ search: text })}
              onEnter={(text) => {
                const { code } = readScan(text);
                const lot = lots.find((each) => each.code.toLowerCase() === code.toLowerCase());
                setUnknownCode(lot ? '' : code);
                goToLot(lot);
              }}
            />
          </div>
          <label className={classes.hide}>
            <input type="checkbox" checked={isBlind} onChange={(event) => setBlind(event.currentTarget.checked)} />
            {countTexts.hide}
          </label>
        </div>
        <div className={classes.note} role="alert">
          {changeTexts.length > 0 && <p>{[...changeTexts, countTexts.countAgain].join(' ')}</p>}
          {isRevealed && <p>{countTexts.ledgerRevealed}</p>}
          {isUnknown && <p>{countTexts.unknownCode(unknownCode)}</p>}
        </div>
        <div className={classes.sheet}>
          <div className={classes.scroll}>
            <CountTable form={form} lots={lots} shown={shown} isBlind={isBlind} />
          </div>
          {shown.length === 0 && (
            <PanelMessage>
              <p>{countTexts.noneFound}</p>
              <Button variant="default" onClick={() => show({ search: '' })}>
                Clear the search
              </Button>
            </PanelMessage>
          )}
          <div className={classes.others}>
            <OtherLots form={form} />
          </div>
          <CountFoot
            counted={allCounted}
            differences={isBlind ? [] : differences}
            isBlind={isBlind}
            busy={panel.busy}
            {...footTexts(props.record, allCounted)}
            {...(!props.record && { saveForLater, worth: worthOf(lots) })}
          />
        </div>
        <datalist id="count-reasons">
          {countReasons.map((reason) => (
            <option key={reason} value={reason} />
          ))}
        </datalist>
      </form>
    </>
  );
}
