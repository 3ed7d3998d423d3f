/** New names that are nearly those of records or of other rows: the person takes the other one, or says that both are meant. */
import { useState } from 'react';
import { alikeTexts as texts, importPageTexts } from '#contract/office/importScreen.ts';
import type { RowAlike } from '#contract/stock/importing.ts';
import type { SheetState } from '../useSheet.ts';
import { RowList } from './RowList.tsx';

const SHOWN = 200;

interface AlikeListProps {
  alike: readonly RowAlike[];
  sheet: SheetState;
}

export function AlikeList({ alike, sheet: { textAt, putText } }: AlikeListProps) {
  const [others, setOthers] = useState<readonly string[]>([]);
  const keyOf = (each: RowAlike) => `${each.row} ${textAt(each)} ${each.name}`;
  const undecided = alike.filter((each) => !others.includes(keyOf(each)));
  if (undecided.length === 0) return null;
  const allOther = undecided.length > 1 && (
    <button type="button" onClick={() => setOthers([...others, ...undecided.map(keyOf)])}>
      {texts.allOther}
    </button>
  );
  return (
    <RowList title={texts.title(undecided.length)} more={undecided.length - SHOWN} action={allOther}>
      {undecided.slice(0, SHOWN).map((each) => (
        <li key={keyOf(each)}>
          <span>
            {importPageTexts.rowNumber(each.row)} <b>{textAt(each)}</b>.{' '}
            {each.ofRow === undefined ? `${texts.meant} ` : `${texts.ofRow(each.ofRow)} `}
            <b>{each.name}</b>
            {each.ofRow === undefined ? '?' : '.'}
          </span>
          <div>
            <button
              type="button"
              aria-label={texts.takeFor(each.name, each.row)}
              onClick={() => putText(each, each.name)}
            >
              {texts.use}
            </button>
            <button
              type="button"
              aria-label={texts.otherFor(each.row)}
              onClick={() => setOthers([...others, keyOf(each)])}
            >
              {texts.other}
            </button>
          </div>
        </li>
      ))}
    </RowList>
  );
}
