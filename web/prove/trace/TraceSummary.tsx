/** The answer of a trace in a sentence, with its gaps as links to the place of correction. */
import { Link } from '@tanstack/react-router';
import { formatKilograms, formatPercent, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { traceTexts, type Trace } from '#contract/prove/trace.ts';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import classes from './Trace.module.css';
import { traceHeading } from './traceHeading.ts';

const MAX_GAPS = 5;

const many = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

function cameFrom({ nodes, root, summary }: Trace): string | undefined {
  const { lots, suppliers, broughtGrams, certifiedPercent, quantityIn, unit } = summary;
  if (lots === 0) return undefined;
  const mass = broughtGrams === null ? 'What went in came' : formatKilograms(broughtGrams);
  const isProduced = nodes.some(({ id, origin }) => id === root && origin === 'produced');
  const produced = isProduced && quantityIn !== null ? ` made ${formatQuantityWithUnit(quantityIn, unit)}` : '';
  const proof =
    certifiedPercent === null
      ? ''
      : certifiedPercent === 100
        ? ', all certified on the day'
        : `, ${formatPercent(certifiedPercent)} of what was bought certified`;
  return `${mass} from ${many(suppliers, 'supplier')} in ${many(lots, 'lot')}${produced}${proof}.`;
}

function destinationText({ root, edges, summary }: Trace): string | undefined {
  const { buyers, dispatchedQty, onHandQty, withoutBatchQty, lostQty, unit } = summary;
  const further = (quantity: number | null, where: string) =>
    quantity ? [`${formatQuantityWithUnit(quantity, unit)} ${where}`] : [];
  if (dispatchedQty === null) return buyers > 0 ? `It went to ${many(buyers, 'buyer')}.` : undefined;
  const isSent = dispatchedQty > 0 || buyers > 0;
  const isUsed = edges.some(({ from, to }) => from === root && to.startsWith('run-'));
  const parts = [
    isSent ? `${formatQuantityWithUnit(dispatchedQty, unit)} with ${many(buyers, 'buyer')}` : traceTexts.notDispatched,
    ...(onHandQty === null
      ? []
      : [`${formatQuantityWithUnit(onHandQty, unit)} in the store${isUsed ? ', as it is or in products' : ''}`]),
    ...further(withoutBatchQty, 'in production without a batch'),
    ...further(lostQty, 'lost or written off'),
  ];
  return `${parts.join(', ')}.`;
}

export function TraceSummary({ trace }: { trace: Trace }) {
  const { gaps, ms } = trace.summary;
  const heading = traceHeading(trace);
  return (
    <>
      {heading !== '' && (
        <h2 className={classes.asked} data-running-head={heading}>
          {unbroken(heading)}
        </h2>
      )}
      <p className={classes.summary}>
        <strong>{[cameFrom(trace), destinationText(trace)].filter(Boolean).join(' ')}</strong>{' '}
        {gaps.length > 0 && (
          <span className={classes.gaps}>
            {many(gaps.length, 'gap')}:{' '}
            {gaps.slice(0, MAX_GAPS).map(({ kind, label, link }, index) => (
              <span key={`${kind} ${link} ${label}`}>
                {index > 0 && ', '}
                <Link to={link}>{label}</Link>
              </span>
            ))}
            {gaps.length > MAX_GAPS && ` and ${gaps.length - MAX_GAPS} more below`}.{' '}
          </span>
        )}
        <small>Answered in {ms} ms</small>
      </p>
    </>
  );
}
