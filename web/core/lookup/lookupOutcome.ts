/** The effect of an answer on the text that waits for it in a lookup's field. */
import type { CreatableKind } from '#contract/kinds.ts';
import type { LookupInput } from './lookupInput.ts';

interface AnsweredLookup<Row> {
  input: LookupInput;
  isOpened: boolean;
  /** The answer is that of the text, not of an earlier one. */
  isSettled: boolean;
  hasFailed: boolean;
  rows: readonly Row[];
  /** The only row with exactly the name that the text is. */
  exactMatch: Row | undefined;
  /** The kinds that a record of this name may be added to. */
  creatable: readonly CreatableKind[];
}

type LookupOutcome<Row> =
  | { type: 'none' | 'failed' | 'left' | 'highlightFirst' | 'keepText' }
  | { type: 'choose'; row: Row | undefined }
  | { type: 'create'; kind: CreatableKind };

/** The effect of an answer, or of its failure, by the keys that were pressed before it arrived. */
export function outcomeOf<Row>(lookup: AnsweredLookup<Row>): LookupOutcome<Row> {
  const { input, isOpened, isSettled, hasFailed, rows, exactMatch, creatable } = lookup;
  const { text, isAwaited = false, isLeft = false, enter } = input;
  if (!isSettled) {
    if (!isAwaited || !hasFailed) return { type: 'none' };
    return { type: enter ? 'failed' : 'left' };
  }
  if (text === undefined) return { type: 'none' };
  const isEmpty = text.trim() === '';
  if (isLeft && !isEmpty) return exactMatch === undefined ? { type: 'none' } : { type: 'choose', row: exactMatch };
  // An emptied field chooses nothing by itself.
  if (!isAwaited) return { type: isOpened && !isEmpty ? 'highlightFirst' : 'none' };
  const [first] = rows;
  if (first !== undefined) return { type: 'choose', row: first };
  // After Tab the focus is in another field by now.
  if (!enter) return { type: 'left' };
  const [kind, other] = creatable;
  // With several kinds, the user has to choose one.
  return kind === undefined || other !== undefined ? { type: 'keepText' } : { type: 'create', kind };
}
