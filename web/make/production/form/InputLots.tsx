/** A sentence about the lots that an input consumes, which opens to the lots, where others can be chosen. */
import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { allocationTexts } from '#contract/stock/lots/allocationOrder.ts';
import { fromThousandths } from '#contract/core/values/numbers.ts';
import { runTexts } from '#contract/make/runs.ts';
import { openLotsQuery } from '#web/stock/allocation/openLots.ts';
import type { ProposedAllocation, TypedAllocation } from '#web/stock/allocation/proposeAllocations.ts';
import {
  allocationsOfInput,
  heldWarnings,
  keepsAllocation,
  lotWarnings,
  nonOrganicCodes,
  proposedFor,
  thousandthsOf,
  type ClaimedAllocation,
  type RecordedLot,
} from './inputAllocations.ts';
import { LotTable, type LotTableProps } from './LotTable.tsx';
import type { InputDraft } from '../runDraft.ts';
import { useHeldLots } from './useHeldLots.ts';
import classes from './InputLots.module.css';

interface InputLotsProps extends Pick<LotTableProps, 'form' | 'input' | 'index' | 'recorded' | 'isIngredient'> {
  isOpen: boolean;
  toggle: () => void;
}

export function InputLots({ form, input, index, recorded, isIngredient, isOpen, toggle }: InputLotsProps) {
  const { data: lots } = useQuery({ ...openLotsQuery(input.item?.itemId ?? 0), enabled: input.item !== null });
  // For a lot that is new to the input, the list of lots shows the state, and the server refuses it.
  const heldStates = useHeldLots(recorded.length > 0 ? input.item?.itemId : undefined);
  if (!input.item) return null;
  if (!lots) return input.quantity === '' ? null : <div className={classes.lots} />;
  const unchanged = keepsAllocation(input, recorded) ? recorded : [];
  const proposed = unchanged.length > 0 ? [] : proposedFor(input, form.values, lots);
  const allocated = input.lots?.filter(({ quantity }) => thousandthsOf(quantity) > 0) ?? unchanged;
  const warnings = [
    ...heldWarnings(allocated, heldStates),
    ...lotWarnings(newLots(input, proposed, lots), form.values.productionDate),
  ];
  const allocations = isIngredient ? allocationsOfInput(input, form.values, lots, recorded) : [];
  const sentence = sentenceOf(input, proposed, unchanged);
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
        {sentence ? sentence + mixedText(allocations) : 'Lots'}
      </Button>
      {warnings.map((warning) => (
        <p key={warning} role="status" className={classes.warning}>
          {warning}
        </p>
      ))}
      {isOpen && (
        <LotTable
          form={form}
          input={input}
          index={index}
          lots={lots}
          recorded={recorded}
          shown={unchanged.length > 0 ? unchanged.map(recordedAllocation) : proposed.map(proposedAllocation)}
          unit={input.item.unit}
          isIngredient={isIngredient}
        />
      )}
    </div>
  );
}

/** The lots that are proposed or were chosen. */
function newLots(
  { lots: chosen }: InputDraft,
  proposed: readonly ProposedAllocation[],
  lots: readonly LotRecord[],
): readonly LotRecord[] {
  if (chosen === null) return proposed.map(({ lot }) => lot);
  const chosenIds = chosen.filter(({ quantity }) => thousandthsOf(quantity) > 0).map(({ lotId }) => lotId);
  return lots.filter(({ lotId }) => chosenIds.includes(lotId));
}

function recordedAllocation({ lotId, lotCode, quantity }: RecordedLot): TypedAllocation {
  return { lotId, lotCode, quantity: String(quantity) };
}

function proposedAllocation({ lot, quantity }: ProposedAllocation): TypedAllocation {
  return { lotId: lot.lotId, lotCode: lot.code, quantity: String(fromThousandths(quantity)) };
}

function sentenceOf(
  { lots: chosen }: InputDraft,
  proposed: readonly ProposedAllocation[],
  recorded: readonly RecordedLot[],
): string {
  if (chosen !== null) return 'Lots chosen by hand';
  const codes = recorded.length > 0 ? recorded.map(({ lotCode }) => lotCode) : proposed.map(({ lot }) => lot.code);
  const [first] = codes;
  if (first === undefined) return '';
  if (codes.length > 1)
    return `From ${codes.length} lots, ${recorded.length > 0 ? 'as recorded' : allocationTexts.earliestFirst}`;
  const supplier = recorded[0]?.supplierName ?? proposed[0]?.lot.supplierName;
  return supplier ? `From ${first}, ${supplier}` : `From ${first}`;
}

/** ', one conventional', where organic lots go in too. */
function mixedText(allocations: readonly ClaimedAllocation[]): string {
  const nonOrganic = nonOrganicCodes(allocations);
  const count = nonOrganic.reduce((sum, { codes }) => sum + codes.length, 0);
  if (count === 0 || count === allocations.length) return '';
  return nonOrganic.map(({ codes, text }) => runTexts.mixed(codes.length, text)).join('');
}

/** Whether an input's lots are open. */
export function useOpenLots(): { isOpen: boolean; toggle: () => void } {
  const [isOpen, setOpen] = useState(false);
  return { isOpen, toggle: () => setOpen((open) => !open) };
}
