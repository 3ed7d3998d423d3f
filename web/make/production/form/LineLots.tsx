/** From which lots a line takes: a sentence that opens to the lots, where others can be chosen. */
import { Button } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { allocationTexts } from '#contract/stock/lots/allocationOrder.ts';
import { fromThousandths, toThousandths } from '#contract/core/values/numbers.ts';
import { runTexts } from '#contract/make/runs.ts';
import { NumberField } from '#web/core/form/fields/NumberField.tsx';
import { numberOf } from '#web/core/form/fields/numberOf.ts';
import { LotStatePill } from '#web/stock/lots/LotStatePill.tsx';
import { openLotsQuery } from '#web/stock/allocation/openLots.ts';
import { ClaimNote } from '#web/stock/lots/ClaimNote.tsx';
import {
  sumOfAllocations,
  type ProposedAllocation,
  type TypedAllocation,
} from '#web/stock/allocation/proposeAllocations.ts';
import {
  heldWarnings,
  keepsAllocation as keepsIts,
  lotWarnings,
  proposedFor,
  takenOf,
  thousandths,
  withoutOrganic,
  type RecordedLot,
  type Allocated,
} from './lineLots.ts';
import type { RunDraft, RunLine } from '../runDraft.ts';
import { useHeldLots } from './useHeldLots.ts';
import classes from './LineLots.module.css';

interface LineLotsProps {
  form: UseFormReturnType<RunDraft>;
  line: RunLine;
  index: number;
  /** Present allocation of an edited line. */
  recorded: readonly RecordedLot[];
  /** Whether its item counts in the organic share. */
  isIngredient: boolean;
  isOpen: boolean;
  toggle: () => void;
}

export function LineLots({ form, line, index, recorded, isIngredient, isOpen, toggle }: LineLotsProps) {
  const { data: lots } = useQuery({ ...openLotsQuery(line.item?.itemId ?? 0), enabled: line.item !== null });
  // For a lot that is new to the line, the list of lots shows the state, and the server refuses it.
  const held = useHeldLots(recorded.length > 0 ? line.item?.itemId : undefined);
  if (!line.item) return null;
  if (!lots) return line.quantity === '' ? null : <div className={classes.lots} />;
  const { unit } = line.item;
  const staysRecorded = keepsIts(line, recorded);
  const proposed = staysRecorded ? [] : proposedFor(line, form.values, lots);
  const had = line.takes?.filter(({ quantity }) => thousandths(quantity) > 0) ?? (staysRecorded ? recorded : []);
  const warnings = [
    ...heldWarnings(had, held),
    ...lotWarnings(takenLots(line, proposed, lots), form.values.productionDate),
  ];
  const taken = isIngredient ? takenOf(line, form.values, lots, recorded) : [];
  const sentence = sentenceOf(line, proposed, staysRecorded ? recorded : []);
  if (sentence === '' && !isOpen) return null;
  return (
    <div className={classes.lots}>
      <Button
        variant="transparent"
        size="compact-xs"
        classNames={{ root: classes.toggle, label: classes.sentence }}
        tabIndex={isOpen ? 0 : -1}
        aria-expanded={isOpen}
        aria-keyshortcuts="Alt+L"
        leftSection={isOpen ? <IconChevronDown size={14} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
        onClick={toggle}
      >
        {sentence ? sentence + mixedText(taken) : 'Lots'}
      </Button>
      {warnings.map((warning) => (
        <p key={warning} role="status" className={classes.warning}>
          {warning}
        </p>
      ))}
      {isOpen && (
        <LotTable
          form={form}
          line={line}
          index={index}
          lots={lots}
          recorded={recorded}
          shown={staysRecorded ? recorded.map(recordedTake) : proposed.map(proposedTake)}
          unit={unit}
          isIngredient={isIngredient}
        />
      )}
    </div>
  );
}

/** The lots that are proposed or were chosen. */
function takenLots(
  { takes }: RunLine,
  proposed: readonly ProposedAllocation[],
  lots: readonly LotRecord[],
): readonly LotRecord[] {
  if (takes === null) return proposed.map(({ lot }) => lot);
  return lots.filter(({ lotId }) => takes.some((take) => take.lotId === lotId && thousandths(take.quantity) > 0));
}

function recordedTake({ lotId, lotCode, quantity }: RecordedLot): TypedAllocation {
  return { lotId, lotCode, quantity: String(quantity) };
}

function proposedTake({ lot, quantity }: ProposedAllocation): TypedAllocation {
  return { lotId: lot.lotId, lotCode: lot.code, quantity: String(fromThousandths(quantity)) };
}

function sentenceOf(
  { takes }: RunLine,
  proposed: readonly ProposedAllocation[],
  recorded: readonly RecordedLot[],
): string {
  if (takes !== null) return 'Lots chosen by hand';
  const codes = recorded.length > 0 ? recorded.map(({ lotCode }) => lotCode) : proposed.map(({ lot }) => lot.code);
  const [first] = codes;
  if (first === undefined) return '';
  if (codes.length > 1)
    return `From ${codes.length} lots, ${recorded.length > 0 ? 'as recorded' : allocationTexts.earliestFirst}`;
  const supplier = recorded[0]?.supplierName ?? proposed[0]?.lot.supplierName;
  return supplier ? `From ${first}, ${supplier}` : `From ${first}`;
}

/** ', one conventional', where organic lots go in too. */
function mixedText(taken: readonly Allocated[]): string {
  const others = withoutOrganic(taken);
  if (others.length === 0 || others.reduce((sum, { codes }) => sum + codes.length, 0) === taken.length) return '';
  return others.map(({ codes, text }) => runTexts.mixed(codes.length, text)).join('');
}

interface LotTableProps extends Pick<LineLotsProps, 'form' | 'line' | 'index' | 'recorded' | 'isIngredient'> {
  lots: readonly LotRecord[];
  /** Proposed or present allocation, while nothing is chosen. */
  shown: readonly TypedAllocation[];
  unit: string;
}

/** Every lot of the item with its allocated quantity; typing in one turns the line's lots into chosen ones. */
function LotTable({ form, line, index, lots, recorded, isIngredient, shown, unit }: LotTableProps) {
  const takes = line.takes ?? shown;
  const own = new Map(recorded.map((lot) => [lot.lotId, lot.quantity]));
  // In an edited run, lots that it emptied are not among those with stock.
  const emptied = recorded.filter(({ lotId }) => !lots.some((lot) => lot.lotId === lotId));
  const choose = (lotId: number, lotCode: string, quantity: string) => {
    const others = takes.filter((take) => take.lotId !== lotId);
    form.setFieldValue(`lines.${index}.takes`, [...others, { lotId, lotCode, quantity }]);
  };
  const valueOf = (lotId: number) => takes.find((take) => take.lotId === lotId)?.quantity ?? '';
  const missing = thousandths(line.quantity) - sumOfAllocations(takes);
  const field = (lotId: number, code: string) => (
    <NumberField
      size="xs"
      aria-label={`Take from ${code}`}
      value={valueOf(lotId)}
      onChange={(quantity) => choose(lotId, code, quantity)}
      suffix={unit}
      data-path={`lines.${index}.takes`}
      error={line.takes !== null && missing !== 0}
    />
  );
  return (
    <>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={`Lots of ${line.item?.itemName}`}>
          <thead>
            <tr>
              <th scope="col">Lot</th>
              <th scope="col">Received</th>
              <th scope="col">Expires</th>
              <th scope="col" className={classes.end}>
                Left
              </th>
              <th scope="col" className={classes.end}>
                Take
              </th>
            </tr>
          </thead>
          <tbody>
            {emptied.map((lot) => (
              <tr key={lot.lotId}>
                <td>
                  <strong>{lot.lotCode}</strong>
                  <small>{lot.supplierName}</small>
                  <ClaimNote {...lot} />
                </td>
                <td />
                <td />
                <td className={classes.end}>{formatQuantityWithUnit(lot.quantity, unit)}</td>
                <td className={classes.take}>{field(lot.lotId, lot.lotCode)}</td>
              </tr>
            ))}
            {lots.map((lot) => (
              <tr key={lot.lotId} data-held={lot.state !== 'released' || undefined}>
                <td>
                  <strong>{lot.code}</strong>
                  <small>{lot.supplierName}</small>
                  {isIngredient && <ClaimNote {...lot} />}
                </td>
                <td>{formatDate(lot.madeOrReceivedOn)}</td>
                <td>{lot.expiresOn ? formatDate(lot.expiresOn) : '—'}</td>
                <td className={classes.end}>{formatQuantityWithUnit(leftOf(lot, own), unit)}</td>
                <td className={classes.take}>
                  {lot.state === 'released' ? field(lot.lotId, lot.code) : <LotStatePill state={lot.state} />}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {line.takes !== null && (
        <p className={classes.sum} data-wrong={missing !== 0 || undefined} role={missing === 0 ? undefined : 'alert'}>
          {missing === 0 ? 'Chosen by hand' : differenceText(line.quantity, missing, unit)} ·{' '}
          <Button
            variant="transparent"
            size="compact-xs"
            onClick={() => form.setFieldValue(`lines.${index}.takes`, null)}
          >
            Propose again
          </Button>
        </p>
      )}
    </>
  );
}

function leftOf(lot: LotRecord, own: ReadonlyMap<number, number>): number {
  return fromThousandths((toThousandths(lot.onHandQty) ?? 0) + (toThousandths(own.get(lot.lotId) ?? 0) ?? 0));
}

function differenceText(quantity: string, missing: number, unit: string): string {
  const amount = formatQuantityWithUnit(fromThousandths(Math.abs(missing)), unit);
  const of = formatQuantityWithUnit(numberOf(quantity) ?? 0, unit);
  return missing > 0 ? `${amount} of ${of} not taken from a lot yet` : `${amount} more than ${of} taken`;
}

/** Whether a line's lots are open. */
export function useOpenLots(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setOpen] = useState(false);
  return { isOpen, toggle: () => setOpen((open) => !open) };
}
