/** New names that are nearly those of records or of other rows: the person takes the other one, or says that both are meant. */
import { useState } from 'react';
import { alikeTexts as texts, importPageTexts } from '#contract/office/importScreen.ts';
import type { RowAlike } from '#contract/stock/importing.ts';
import { Panel } from '#web/core/ui/Panel.tsx';
import classes from './ImportPage.module.css';

const SHOWN = 200;

interface AlikeListProps {
  alike: readonly RowAlike[];
  textOf: (alike: RowAlike) => string;
  onUse: (alike: RowAlike, name: string) => void;
}

export function AlikeList({ alike, textOf, onUse }: AlikeListProps) {
  const [others, setOthers] = useState<readonly string[]>([]);
  const keyOf = (each: RowAlike) => `${each.row} ${textOf(each)} ${each.name}`;
  const open = alike.filter((each) => !others.includes(keyOf(each)));
  if (open.length === 0) return null;
  return (
    <Panel>
      <section className={classes.aside} aria-label={texts.title(open.length)}>
        <header>
          <h2>{texts.title(open.length)}</h2>
          {open.length > 1 && (
            <button type="button" onClick={() => setOthers([...others, ...open.map(keyOf)])}>
              {texts.allOther}
            </button>
          )}
        </header>
        <ul>
          {open.slice(0, SHOWN).map((each) => (
            <li key={keyOf(each)}>
              <span>
                {importPageTexts.rowNumber(each.row)} <b>{textOf(each)}</b>.{' '}
                {each.ofRow === undefined ? `${texts.meant} ` : `${texts.ofRow(each.ofRow)} `}
                <b>{each.name}</b>
                {each.ofRow === undefined ? '?' : '.'}
              </span>
              <div>
                <button
                  type="button"
                  aria-label={texts.takeFor(each.name, each.row)}
                  onClick={() => onUse(each, each.name)}
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
        </ul>
        {open.length > SHOWN && <p className={classes.more}>{importPageTexts.moreFaults(open.length - SHOWN)}</p>}
      </section>
    </Panel>
  );
}
