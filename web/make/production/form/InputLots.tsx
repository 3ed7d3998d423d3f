/** A sentence about the lots that an input consumes, which opens to the lots, where others can be chosen. */
import { Button } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { allocationTexts } from '#contract/stock/lots/allocationOrder.ts';
import { expiredText, type AfterExpiry } from '#contract/stock/lots/afterExpiry.ts';
import { runTexts } from '#contract/make/runs.ts';
import {
  claimedAllocations,
  lotWarnings,
  nonOrganicCodes,
  type ClaimedAllocation,
  type InputAllocation,
} from './inputAllocations.ts';
import { LotTable, type LotTableProps } from './LotTable.tsx';
import classes from './InputLots.module.css';

interface InputLotsProps extends Pick<LotTableProps, 'form' | 'input' | 'index' | 'isIngredient'> {
  /** Undefined while the lots of its item are loading. */
  allocation?: InputAllocation;
  /** The rule of its item for lots after their date. */
  afterExpiry: AfterExpiry;
  /** The day of the edited run, as it was recorded. */
  recordedDay?: string;
  isOpen: boolean;
  toggle: () => void;
}

export function InputLots({ allocation, afterExpiry, recordedDay, isOpen, toggle, ...table }: InputLotsProps) {
  const { form, input, isIngredient } = table;
  if (!input.item) return null;
  if (!allocation) return input.quantity === '' ? null : <div className={classes.lots} />;
  const { productionDate: day, afterExpiryReason } = form.values;
  const { itemName } = input.item;
  const textOfExpired = (lotCode: string, expiresOn: string) =>
    expiredText(afterExpiry, afterExpiryReason !== '', { itemName, lotCode, expiresOn });
  const warnings = lotWarnings(allocation, { day, recordedDay, textOfExpired });
  const sentence = sentenceOf(allocation);
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
        {sentence ? sentence + mixedText(isIngredient ? claimedAllocations(allocation.allocated) : []) : 'Lots'}
      </Button>
      {warnings.map((warning) => (
        <p key={warning} role="status" className={classes.warning}>
          {warning}
        </p>
      ))}
      {isOpen && <LotTable {...table} allocation={allocation} unit={input.item.unit} />}
    </div>
  );
}

const severalLots = {
  recorded: runTexts.asRecorded,
  adjusted: runTexts.recordedFirst,
  proposed: allocationTexts.earliestFirst,
};

function sentenceOf({ source, allocated }: InputAllocation): string {
  if (source === 'chosen') return 'Lots chosen by hand';
  const [first] = allocated;
  if (first === undefined) return '';
  if (allocated.length > 1) return `From ${allocated.length} lots, ${severalLots[source]}`;
  const { code, supplierName } = first.lot;
  return supplierName ? `From ${code}, ${supplierName}` : `From ${code}`;
}

/** ', one conventional', where organic lots go in too. */
function mixedText(allocated: readonly ClaimedAllocation[]): string {
  const nonOrganic = nonOrganicCodes(allocated);
  const count = nonOrganic.reduce((sum, { codes }) => sum + codes.length, 0);
  if (count === 0 || count === allocated.length) return '';
  return nonOrganic.map(({ codes, text }) => runTexts.mixed(codes.length, text)).join('');
}
