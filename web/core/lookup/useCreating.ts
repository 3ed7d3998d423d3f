/** Creates the record that a lookup does not find, in a panel beside the form. */
import { useRef, type RefObject } from 'react';
import type { CreatableKind } from '#contract/kinds.ts';
import { may } from '#web/core/api/session.ts';
import { focusNextField } from '#web/core/form/fieldFocus.ts';
import { requestRecord } from './createInPlace.ts';
import type { LookupFieldProps } from './lookup.ts';
import type { Choices } from './useChoices.ts';

type Lookup<Row> = Pick<LookupFieldProps<Row>, 'creates' | 'isCreated' | 'toChoice' | 'onChoose'>;

interface Creating {
  /** The kinds that a record of this name may be added to. */
  creatable: CreatableKind[];
  create: (kind: CreatableKind, name: string) => void;
  /** The panel has the focus, and the form continues once the record exists. */
  isCreating: RefObject<boolean>;
}

export function useCreating<Row>(
  { creates = [], isCreated, toChoice, onChoose }: Lookup<Row>,
  { isMissing, findByName }: Pick<Choices<Row>, 'isMissing' | 'findByName'>,
  field: RefObject<HTMLInputElement | null>,
): Creating {
  const isCreating = useRef(false);
  /** The new record is looked up like others, since the list may have more fields. Then the form continues. */
  const chooseNew = async (kind: CreatableKind, id: number, name: string) => {
    const rows = await findByName(name);
    const row = rows.find((each) => isCreated?.(each, kind, id) ?? toChoice(each).value === id);
    field.current?.focus();
    if (row === undefined) return;
    onChoose(row);
    if (field.current) focusNextField(field.current);
  };
  const create = (kind: CreatableKind, name: string) => {
    isCreating.current = true;
    requestRecord({
      kind,
      name,
      onChosen: (id, chosenName) => {
        isCreating.current = false;
        chooseNew(kind, id, chosenName).catch(console.error);
      },
      onCancelled: () => {
        isCreating.current = false;
        field.current?.focus();
      },
    });
  };
  return { creatable: [creates].flat().filter((kind) => isMissing && may('create', kind)), create, isCreating };
}
