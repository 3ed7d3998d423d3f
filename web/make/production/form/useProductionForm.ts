/** The form of a run by its definition, with the stock of its items; the specification's calls record what they can. */
import type { FormErrors } from '@mantine/form';
import { productionEndpoints } from '#contract/make/production.ts';
import { runEndpoints, type RunWithClaims } from '#contract/make/runs.ts';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { sendChange, useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { useLabelsOffer } from '#web/stock/labels/useLabelsOffer.ts';
import { availableOf } from '#web/stock/items/Balance.tsx';
import { useItems } from '#web/stock/items/useItems.ts';
import { bodyOf, isPlain, plainBodyOf } from '../runBody.ts';
import { runs, type RunBegun } from '../runDefinition.ts';
import type { RunDraft } from '../runDraft.ts';
import { alertOf, faultsOf, type ItemStock, type Stock } from '../runFaults.ts';

type Items = ReturnType<typeof useItems>;

/** Available quantity of each item of the form, including the share of an edited run. */
function stockOf(items: Items, record?: RunWithClaims): Stock {
  return new Map(
    [...items].map(([itemId, item]): [number, ItemStock] => {
      const { onHandQty: balanceQty, onHoldQty, minProductionQuantity } = item;
      const consumed = record?.inputs.filter((input) => input.itemId === itemId).map(({ quantity }) => quantity) ?? [];
      const available = sumOfQuantities([availableOf({ balanceQty, onHoldQty }), ...consumed]);
      return [itemId, { available, onHold: onHoldQty, minProductionQuantity }];
    }),
  );
}

/** Without outputs and losses, as specified (§7). */
async function sendPlain(values: RunDraft, idempotencyKey: string): Promise<void> {
  const productions = plainBodyOf(values);
  const [only] = productions;
  if (only && productions.length === 1) await call(productionEndpoints.create, { body: only, idempotencyKey });
  else await call(productionEndpoints.createMany, { body: productions, idempotencyKey });
}

/** Changes the stored run, or completes one in progress where the user may do that alone. */
async function sendUpdate(values: RunDraft, record: RunWithClaims): Promise<void> {
  const update = may('update', 'runs') ? runEndpoints.update : runEndpoints.progress;
  // Its answer lacks the claims of lots: nothing shows it.
  await sendChange({ ...runs, calls: { update } }, record, { ...bodyOf(values), reason: values.reason });
}

export function useProductionForm(
  props: FormProps<RunWithClaims, RunDraft, RunBegun>,
  printLabels?: (lotIds: number[]) => void,
) {
  const labels = useLabelsOffer(printLabels);
  // The stock below follows from the items in the form. These functions use it and the form itself: events call them, later.
  const documentForm = useDocumentForm(runs, props, {
    faultsOf: (values): FormErrors => faultsOf(values, stock, documentForm.seen),
    alertOf: (values, errors): string | undefined => alertOf(values, { errors, stock, record: documentForm.seen }),
    send: async (values, idempotencyKey, record) => {
      if (record) await sendUpdate(values, record);
      else if (isPlain(values)) await sendPlain(values, idempotencyKey);
      else labels.offerFor((await call(runEndpoints.create, { body: bodyOf(values), idempotencyKey })).outputs);
    },
    doneAction: labels.action,
  });
  const { inputs, outputs } = documentForm.form.values;
  const items = useItems([
    ...inputs.flatMap(({ item }) => item?.itemId ?? []),
    ...outputs.flatMap(({ product }) => product?.itemId ?? []),
  ]);
  const stock = stockOf(items, documentForm.seen);
  return { ...documentForm, stock, items };
}
