/** The form of a run by its definition, with the stock of its items; the specification's calls record what they can. */
import type { FormErrors } from '@mantine/form';
import { useQueries } from '@tanstack/react-query';
import { useRef } from 'react';
import { productionEndpoints } from '#contract/make/production.ts';
import { runEndpoints, runTexts, type RunWithClaims } from '#contract/make/runs.ts';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import type { LotRecord } from '#contract/stock/lots/lots.ts';
import { ApiError, call } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import { typedNumber } from '#web/core/form/fields/numberOf.ts';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRepeatedBody } from '#web/core/form/useRepeatedBody.ts';
import type { SaveQuestion } from '#web/core/form/useSentForm.ts';
import { sendChange, useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { useLabelsOffer } from '#web/stock/labels/useLabelsOffer.ts';
import { availableOf } from '#web/stock/items/Balance.tsx';
import { openLotsQuery } from '#web/stock/allocation/openLots.ts';
import { useItems } from '#web/stock/items/useItems.ts';
import { bodyOf, isPlain, isStoredAs, plainBodyOf } from '../runBody.ts';
import { lineTexts, runs, titleOf, type RunPrefill } from '../runDefinition.ts';
import { filledInputs, filledOutputs, type InputValues, type RunValues } from '../runValues.ts';
import { alertOf, faultsOf, type ItemStock, type Stock } from '../runFaults.ts';
import { allocateInputs, withShownLots, type OpenLots } from './inputAllocations.ts';

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

const lineOf = ({ item, quantity }: InputValues) => ({
  itemName: item?.itemName ?? '',
  quantity: typedNumber(quantity),
  unit: item?.unit ?? '',
});

/** Without outputs and losses, as specified (§7). */
async function sendPlain(values: RunValues, idempotencyKey: string): Promise<void> {
  const productions = plainBodyOf(values);
  const [only] = productions;
  if (only && productions.length === 1) await call(productionEndpoints.create, { body: only, idempotencyKey });
  else await call(productionEndpoints.createMany, { body: productions, idempotencyKey });
}

/**
 * Changes the stored run, or completes one in progress where the user may do that alone. A change that was saved already,
 * but of which the answer was lost, counts as saved.
 */
async function sendUpdate(values: RunValues, record: RunWithClaims): Promise<RunWithClaims> {
  const update = may('update', 'runs') ? runEndpoints.update : runEndpoints.progress;
  const body = bodyOf(values);
  try {
    return await sendChange({ ...runs, calls: { update } }, record, { ...body, reason: values.reason });
  } catch (fault) {
    if (!(fault instanceof ApiError) || fault.code !== 'conflict') throw fault;
    const now = await call(runEndpoints.get, { params: { id: record.runId } }).catch(() => undefined);
    if (now === undefined || now.updatedAt === record.updatedAt || !isStoredAs(body, now)) throw fault;
    return now;
  }
}

/** Whether a save completes a run without an output; one that is stored so already is not asked about again. */
function isCompletedWithoutOutput(values: RunValues, record?: RunWithClaims): boolean {
  if (values.status !== 'completed' || filledOutputs(values).length > 0) return false;
  return record?.status !== 'completed' || record.outputs.length > 0;
}

/** The lots with stock of items; an item is missing while they are loading. */
function useLotsOf(itemIds: readonly number[]): OpenLots {
  const ids = [...new Set(itemIds)];
  const results = useQueries({ queries: ids.map(openLotsQuery) });
  return new Map(
    ids.flatMap((itemId, index): [number, readonly LotRecord[]][] => {
      const lots = results[index]?.data;
      return lots ? [[itemId, lots]] : [];
    }),
  );
}

export function useRunForm(
  props: FormProps<RunWithClaims, RunValues, RunPrefill>,
  printLabels?: (lotIds: number[]) => void,
) {
  const labels = useLabelsOffer(printLabels);
  const savedName = useRef<string>(undefined);
  const repeated = useRepeatedBody<RunValues, ReturnType<typeof bodyOf>>();
  // The stock below follows from the items in the form. These functions use it and the form itself: events call them, later.
  const documentForm = useDocumentForm(runs, props, {
    faultsOf: (values): FormErrors => faultsOf(values, stock, documentForm.seen),
    alertOf: (values, errors): string | undefined => alertOf(values, { errors, stock, record: documentForm.seen }),
    questionOf: (values): SaveQuestion<RunValues> | undefined =>
      isCompletedWithoutOutput(values, documentForm.seen) ? { ...runTexts.withoutOutput, values } : undefined,
    send: async (values, idempotencyKey, record): Promise<unknown> => {
      const shown = withShownLots(values, allocateInputs(values, lots, record?.inputs));
      if (record) {
        const updated = await sendUpdate(shown, record);
        savedName.current = titleOf(updated);
        return updated;
      }
      if (isPlain(values)) {
        savedName.current = lineTexts(filledInputs(values).map(lineOf)).join(' · ');
        return await sendPlain(values, idempotencyKey);
      }
      const saved = await repeated(
        values,
        bodyOf(shown),
        async (body) => await call(runEndpoints.create, { body, idempotencyKey }),
      );
      savedName.current = titleOf(saved);
      return labels.offerFor(saved.outputs);
    },
    doneAction: labels.action,
    doneName: () => savedName.current,
  });
  const { values } = documentForm.form;
  const inputIds = values.inputs.flatMap(({ item }) => item?.itemId ?? []);
  const lots = useLotsOf(inputIds);
  const items = useItems([...inputIds, ...values.outputs.flatMap(({ product }) => product?.itemId ?? [])]);
  const stock = stockOf(items, documentForm.seen);
  const allocations = allocateInputs(values, lots, documentForm.seen?.inputs);
  return { ...documentForm, stock, items, allocations };
}
