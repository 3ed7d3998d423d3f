/** The statement of a mass balance: movements, with the documents behind each line. */
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { formatDate, formatKilograms, formatPercent, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { massBalanceLabels, massBalanceTexts } from '#contract/prove/massBalanceTexts.ts';
import { readinessTexts } from '#contract/prove/readiness.ts';
import { movementDirections } from '#contract/stock/stock.ts';
import type { ShownBalance } from '#contract/prove/wholeGrams.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import classes from './MassBalance.module.css';

type Line = ShownBalance['lines'][number];

export function Statement({ balance }: { balance: ShownBalance }) {
  const { lines, opening, closing, counted, countedOn, openingGrams, closingGrams, countedGrams } = balance;
  const { countedLots, countedLedger } = balance;
  const moved = lines.filter(({ documents, quantity }) => documents > 0 || quantity !== 0);
  const none = lines.filter((line) => !moved.includes(line)).map(({ kind }) => massBalanceLabels[kind].toLowerCase());
  const amount = (quantity: number, grams: number | null) => (
    <Amount quantity={quantity} grams={grams} balance={balance} />
  );
  return (
    <RecordSection heading={balance.itemName}>
      <dl className={classes.statement}>
        <Row label={massBalanceTexts.opening} value={amount(opening, openingGrams)} />
        {moved.map((line) => (
          <Moved key={line.kind} line={line} balance={balance} />
        ))}
        {none.length > 0 && <Row label="None of" value={none.join(', ')} isNote />}
        <Row
          label={massBalanceTexts.closing}
          value={amount(closing, closingGrams)}
          detail={(opening < 0 || closing < 0) && <BelowZero />}
          isSum
        />
        {counted === null ? (
          <Row label={massBalanceTexts.counted} value="not in this period" isNote />
        ) : (
          <Row
            label={`${massBalanceTexts.counted} on ${countedOn === null ? '' : formatDate(countedOn)}`}
            value={amount(counted, countedGrams)}
            detail={massBalanceTexts.countedThen(countedLots, formatQuantityWithUnit(countedLedger ?? 0, balance.unit))}
          />
        )}
        <Variance balance={balance} />
      </dl>
    </RecordSection>
  );
}

interface RowProps {
  label: string;
  value: ReactNode;
  detail?: ReactNode;
  isSum?: boolean;
  /** In words rather than as a count. */
  isNote?: boolean;
}

export function Row({ label, value, detail, isSum, isNote }: RowProps) {
  return (
    <div data-sum={isSum} data-note={isNote}>
      <dt>
        {label}
        {detail && <small>{detail}</small>}
      </dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Why there can be less than nothing. */
function BelowZero() {
  const { why, title } = readinessTexts.beforeReceipt;
  return (
    <>
      {massBalanceTexts.belowZero}: {why}. <Link to="/readiness">{title}</Link>
    </>
  );
}

/** Surplus less deficit of counts, its tolerance, and the counts. */
function Variance({ balance }: { balance: ShownBalance }) {
  const { lines, variance, varianceGrams, variancePercent } = balance;
  const counts = lines.filter(({ kind }) => kind === 'found' || kind === 'lost');
  const { verdict, text } = verdictOf(balance);
  return (
    <Opening
      label={massBalanceTexts.variance}
      documents={counts.reduce((all, { documents }) => all + documents, 0)}
      entries={counts.flatMap(({ kind, entries }) =>
        entries.map((entry) => ({ ...entry, quantity: kind === 'lost' ? -entry.quantity : entry.quantity })),
      )}
      balance={balance}
      value={<Amount quantity={variance} grams={varianceGrams} balance={balance} />}
      detail={
        variancePercent !== null && (
          <>
            {formatPercent(variancePercent)} of what passed through:{' '}
            <b className={classes.verdict} data-verdict={verdict}>
              {text}
            </b>
          </>
        )
      }
    />
  );
}

function verdictOf({ withinTolerance, tolerancePercent }: ShownBalance) {
  if (tolerancePercent === null) return { verdict: 'unknown', text: massBalanceTexts.noTolerance };
  const tolerance = formatPercent(tolerancePercent);
  return withinTolerance
    ? { verdict: 'within', text: massBalanceTexts.within(tolerance) }
    : { verdict: 'beyond', text: massBalanceTexts.beyond(tolerance) };
}

interface AmountProps {
  quantity: number;
  grams: number | null;
  balance: ShownBalance;
}

/** A quantity in its unit, and in kg where that is clearer. */
function Amount({ quantity, grams, balance: { unit } }: AmountProps) {
  return (
    <>
      {formatQuantityWithUnit(quantity, unit)}
      {unit !== 'kg' && grams !== null && <small>{formatKilograms(grams)}</small>}
    </>
  );
}

/** A kind of movement, whose documents open below it. */
function Moved({ line, balance }: { line: Line; balance: ShownBalance }) {
  const sign = movementDirections[line.kind] === 'in' ? '+' : '−';
  return (
    <Opening
      label={massBalanceLabels[line.kind]}
      sign={sign}
      documents={line.documents}
      entries={line.entries}
      balance={balance}
      value={<Amount quantity={line.quantity} grams={line.grams} balance={balance} />}
    />
  );
}

interface OpeningProps extends Pick<Line, 'documents' | 'entries'> {
  label: string;
  sign?: string;
  value: ReactNode;
  detail?: ReactNode;
  balance: ShownBalance;
}

function Opening({ label, sign, documents, entries, value, detail, balance: { unit } }: OpeningProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div data-opened={isOpen || undefined}>
      <dt>
        {sign} {label}{' '}
        {documents > 0 && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {documents === 1 ? '1 entry' : `${documents} entries`}
          </button>
        )}
        {detail && <small>{detail}</small>}
      </dt>
      <dd>{value}</dd>
      {isOpen && (
        <dd className={classes.entries}>
          <ul aria-label={label}>
            {entries.map(({ document, day, lotCode, quantity }) => (
              <li key={`${document.kind} ${document.id} ${lotCode} ${day}`}>
                <span>
                  <DocumentLink {...document} /> {formatDate(day)}, {lotCode}
                </span>
                <span>{formatQuantityWithUnit(quantity, unit)}</span>
              </li>
            ))}
          </ul>
          {documents > entries.length && <small>The newest {entries.length} of them.</small>}
        </dd>
      )}
    </div>
  );
}
