import { Button } from '@mantine/core';
import type { ImportKind } from '#contract/kinds.ts';
import { tallyTexts } from '#contract/office/importScreen.ts';
import type { ReadTable } from '#web/core/sheets/readTable.ts';
import { kindsOfPart, nextPart, type TallyVisit } from './tallyVisit.ts';

interface OnwardProps {
  visit: TallyVisit;
  onPart: (kind: ImportKind, table: ReadTable) => void;
  onParts: () => void;
}

/** From a saved part to the next one, and to all of them. */
export function Onward({ visit, onPart, onParts }: OnwardProps) {
  const next = nextPart(visit);
  const [kind, other] = next ? kindsOfPart(next) : [];
  return (
    <>
      {next && kind && (
        <Button onClick={() => (other ? onParts() : onPart(kind, next))}>{tallyTexts.next(next.name)}</Button>
      )}
      <Button variant={next ? 'default' : 'filled'} onClick={onParts}>
        {tallyTexts.parts}
      </Button>
    </>
  );
}
