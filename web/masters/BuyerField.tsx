/** The buyer of a document. */
import { buyerEndpoints, type BuyerRecord } from '#contract/masters/buyers.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import type { Choice, LookupFieldProps } from '#web/core/lookup/lookup.ts';

type Shared = 'endpoint' | 'sort' | 'toChoice' | 'hint' | 'onChoose';

interface BuyerFieldProps extends Omit<LookupFieldProps<BuyerRecord>, Shared> {
  onChoose: (buyer: Choice) => void;
}

const toChoice = ({ buyerId, name }: BuyerRecord): Choice => ({ value: buyerId, label: name });

export function BuyerField({ onChoose, ...props }: BuyerFieldProps) {
  return (
    <LookupField
      {...props}
      endpoint={buyerEndpoints.list}
      sort="name"
      toChoice={toChoice}
      hint={({ phone }) => phone}
      onChoose={(row) => onChoose(toChoice(row))}
    />
  );
}
