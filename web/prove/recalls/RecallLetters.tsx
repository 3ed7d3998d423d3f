/** The letters of a recall, one a page: on paper alone, where they stand instead of the screen. */
import { useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import type { CompanyRecord } from '#contract/masters/company.ts';
import { formatDate } from '#contract/core/values/format.ts';
import { letterTo } from '#contract/prove/recallLetter.ts';
import type { RecallDetail } from '#contract/prove/recalls.ts';
import { Sender } from '#web/masters/Sender.tsx';
import { cssString } from '#web/core/ui/paper.ts';
import { today } from '#web/core/ui/today.ts';
import classes from './RecallLetters.module.css';

interface RecallLettersProps {
  recall: RecallDetail;
  company: CompanyRecord;
  onPrinted: () => void;
}

/** Opens the browser's print dialog, which saves them as PDF too. */
export function RecallLetters({ recall, company, onPrinted }: RecallLettersProps) {
  const print = useEffectEvent(() => {
    window.print();
    onPrinted();
  });
  useEffect(() => print(), []);
  return createPortal(
    <div className={classes.letters} data-running-head="">
      {recall.buyers
        .filter(({ buyerId }) => buyerId !== null)
        .map((buyer) => {
          const { subject, opening, lines, closing, foot } = letterTo(recall, buyer);
          const page = `letter-${buyer.buyerId}`;
          const atFoot = [company.name, foot].filter(Boolean).join(' · ');
          return (
            <article key={buyer.buyerId} aria-label={`Letter to ${buyer.name}`} style={{ page }}>
              <style>{`@page ${page} { @bottom-left { content: ${cssString(atFoot)} } }`}</style>
              <Sender company={company} className={classes.sender} />
              <address>
                <strong>{buyer.name}</strong>
                {buyer.address && <span>{buyer.address}</span>}
                <span>{[buyer.phone, buyer.email].filter(Boolean).join(', ')}</span>
              </address>
              <p>{formatDate(today())}</p>
              <h1>{subject}</h1>
              {opening.slice(1).map((text) => (
                <p key={text}>{text}</p>
              ))}
              <ul>
                {lines.map((line, index) => (
                  <li key={buyer.lines[index]?.dispatchLineId}>{line}</li>
                ))}
              </ul>
              {closing.map((text) => (
                <p key={text}>{text}</p>
              ))}
            </article>
          );
        })}
    </div>,
    document.body,
  );
}
