import { useRef } from 'react';
import { labelTexts } from '#contract/stock/labels/labelTexts.ts';
import type { ToastAction } from '#web/core/ui/toast.tsx';

/** For a form that makes lots: the toast after saving offers to print their labels, where `print` can. */
export function useLabelsOffer(print?: (lotIds: number[]) => void) {
  const printed = useRef<number[]>([]);
  return {
    offerFor: (lots: readonly { lotId: number }[]) => {
      printed.current = lots.map(({ lotId }) => lotId);
    },
    action: (): ToastAction | undefined => {
      const lotIds = printed.current;
      return print && lotIds.length > 0 ? { label: labelTexts.title, onClick: () => print(lotIds) } : undefined;
    },
  };
}
