/** The stock settings of a raw material or a product, as a second form of its list. */
import { itemTexts } from '#contract/items.ts';
import type { SecondFormProps } from '#web/records/master.ts';
import { lazyWithPreload } from '#web/ui/lazyWithPreload.ts';

const useForm = lazyWithPreload(() => import('./StockSettingsForm.tsx'));

interface Stocked {
  itemId: number;
  name: string;
}

function Form(props: SecondFormProps<Stocked>) {
  const { StockSettingsForm } = useForm();
  return <StockSettingsForm {...props} />;
}

export const stockSettings = { label: itemTexts.title, Form };
