/** Buyers in a recall: those without notice first, then those without an answer. */
import { Button } from '@mantine/core';
import { sumOfQuantities } from '#contract/core/values/numbers.ts';
import { schemeClaimText } from '#contract/stock/claims/schemes.ts';
import { letterText, letterTo } from '#contract/prove/recallLetter.ts';
import type { RecallDetail, RecalledBuyer, Sums } from '#contract/prove/recalls.ts';
import { recallTexts } from '#contract/prove/recallTexts.ts';
import links from '#web/stock/links/DocumentLink.module.css';
import { BuyerLink } from '#web/stock/links/BuyerLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { SmallTimestamp } from '#web/core/ui/Timestamp.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import { LetterFile } from './LetterFile.tsx';
import classes from './RecallPage.module.css';
import { sumsText } from './recallFigures.ts';

interface RecallBuyersProps {
  recall: RecallDetail;
  /** Undefined if nothing can be noted any more. */
  onNote?: (buyer: RecalledBuyer) => void;
}

const isInformed = ({ lines }: RecalledBuyer) => lines.every(({ notifiedAt }) => notifiedAt !== null);
const hasAnswered = ({ lines }: RecalledBuyer) =>
  lines.every(({ answer, outQty, destroyedQty }) => answer !== '' || outQty === 0 || destroyedQty > 0);
const turnOf = (buyer: RecalledBuyer) => (hasAnswered(buyer) ? 2 : isInformed(buyer) ? 1 : 0);

function sumOf({ lines }: RecalledBuyer, quantityOf: (line: RecalledBuyer['lines'][number]) => number): Sums {
  const sums = Map.groupBy(lines, ({ unit }) => unit);
  return [...sums].map(([unit, own]) => ({
    unit,
    quantity: sumOfQuantities(own.map(quantityOf)),
  }));
}

function Mailto({ recall, buyer }: { recall: RecallDetail; buyer: RecalledBuyer }) {
  const letter = letterTo(recall, buyer);
  const content = `subject=${encodeURIComponent(letter.subject)}&body=${encodeURIComponent(letterText(letter))}`;
  return (
    <a href={`mailto:${buyer.email}?${content}`} className={links.link}>
      {buyer.email}
    </a>
  );
}

function ReachThem({ recall, buyer }: { recall: RecallDetail; buyer: RecalledBuyer }) {
  return (
    <>
      {buyer.phone && (
        <span className={classes.contact}>
          <a href={`tel:${buyer.phone}`} className={links.link}>
            {buyer.phone}
          </a>
        </span>
      )}
      {buyer.email && (
        <span className={classes.contact}>
          <Mailto recall={recall} buyer={buyer} />
        </span>
      )}
      {buyer.buyerId !== null && (
        <span className={classes.contact}>
          <LetterFile recallId={recall.recallId} buyerId={buyer.buyerId} name={buyer.name} />
        </span>
      )}
    </>
  );
}

function Informed({ buyer }: { buyer: RecalledBuyer }) {
  const [first] = buyer.lines;
  if (!isInformed(buyer) || !first?.notifiedAt) return <span className={classes.missing}>not yet</span>;
  return (
    <>
      <SmallTimestamp at={first.notifiedAt} />
      <span className={classes.small}>{first.notifiedBy}</span>
    </>
  );
}

const soldAsTextOf = ({ soldAs }: RecalledBuyer['lines'][number]) => (soldAs ? schemeClaimText(soldAs) : '');

/** Without quantities that were back before the recall began, as in its figures. */
const shippedOn = ({ quantity, returnedBeforeQty = 0 }: RecalledBuyer['lines'][number]) => quantity - returnedBeforeQty;
const shippedOf = (buyer: RecalledBuyer) => sumsText(sumOf(buyer, shippedOn));

const recoveredOf = (buyer: RecalledBuyer) =>
  sumsText(
    sumOf(
      buyer,
      ({ returnedQty, returnedBeforeQty = 0, destroyedQty }) => returnedQty - returnedBeforeQty + destroyedQty,
    ).filter(({ quantity }) => quantity > 0),
  );

/** The buyer's answer; empty before the notice. */
function answerOf(buyer: RecalledBuyer): string {
  if (!isInformed(buyer)) return '';
  return buyer.lines[0]?.answer || (hasAnswered(buyer) ? '' : 'no answer yet');
}

const nameOf = ({ buyerId, name }: RecalledBuyer) =>
  buyerId === null ? <span className={classes.missing}>{name}</span> : <BuyerLink buyerId={buyerId} name={name} />;

function columnsOf(recall: RecallDetail): Column<RecalledBuyer>[] {
  return [
    { header: 'Buyer', weight: 'strong', pinned: true, cell: nameOf },
    { header: 'Reach them', cell: (buyer) => <ReachThem recall={recall} buyer={buyer} /> },
    {
      header: 'Got',
      cell: ({ lines }) =>
        [...new Map(lines.map((line) => [`${line.lotId} ${soldAsTextOf(line)}`, line])).values()].map((line, index) => (
          <span key={line.dispatchLineId}>
            {index > 0 && ', '}
            <LotLink lotId={line.lotId} lotCode={line.lotCode} />
            {line.soldAs && <span className={classes.small}>{soldAsTextOf(line)}</span>}
          </span>
        )),
    },
    { header: 'Shipped', align: 'end', cell: shippedOf },
    { header: 'Told', cell: (buyer) => <Informed buyer={buyer} /> },
    {
      header: 'Recovered',
      cell: (buyer) => (
        <>
          {recoveredOf(buyer)}
          <span className={classes.small}>
            <Wrapped text={answerOf(buyer)} minWidth={90} maxWidth={170} />
          </span>
        </>
      ),
    },
  ];
}

export function RecallBuyers({ recall, onNote }: RecallBuyersProps) {
  const buyers = recall.buyers.toSorted((a, b) => turnOf(a) - turnOf(b));
  const [next] = buyers;
  const note =
    onNote &&
    ((buyer: RecalledBuyer) => (
      <Button
        size="compact-sm"
        variant={buyer === next && turnOf(buyer) < 2 ? 'filled' : 'default'}
        aria-label={`Note answer of ${buyer.name}`}
        onClick={() => onNote(buyer)}
      >
        {isInformed(buyer) ? 'Note answer' : 'Note'}
      </Button>
    ));
  if (buyers.length === 0) {
    return (
      <Panel>
        <PanelMessage>Nothing of it was shipped.</PanelMessage>
      </Panel>
    );
  }
  return (
    <Panel>
      <DataTable
        label="Buyers"
        columns={columnsOf(recall)}
        rows={buyers}
        rowId={({ buyerId }) => buyerId ?? 0}
        card={(buyer) => ({
          title: nameOf(buyer),
          state: shippedOf(buyer),
          detail: (
            <>
              <ReachThem recall={recall} buyer={buyer} />
              {buyer.lines.map((line) => (
                <span key={line.dispatchLineId} className={classes.small}>
                  {line.lotCode}: {shippedOf({ ...buyer, lines: [line] })}
                </span>
              ))}
              <span className={classes.small}>Recovered: {recoveredOf(buyer)}</span>
              <span className={classes.small}>
                <Informed buyer={buyer} /> {answerOf(buyer)}
              </span>
            </>
          ),
        })}
        actions={note}
        actionsHeading="Note"
        skeletons={0}
        stale={false}
      />
      {buyers.some(({ buyerId }) => buyerId === null) && (
        <PanelMessage>{recallTexts.unrecordedBuyer}: enter the buyer in the dispatch to inform them.</PanelMessage>
      )}
    </Panel>
  );
}
