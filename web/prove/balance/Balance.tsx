/** A mass balance: the sentence, the statement with its documents, the conversion, and where the mass is. */
import { Button } from '@mantine/core';
import { Fragment, useMemo, useState } from 'react';
import { formatKilograms, formatPercent, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { differenceTexts } from '#contract/prove/balanceDifferences.ts';
import { balanceStateOf, shortUnderText, type MassBalance } from '#contract/prove/massBalance.ts';
import { massBalanceTexts } from '#contract/prove/massBalanceTexts.ts';
import { massBalanceExport } from '#contract/prove/massBalanceExport.ts';
import { conversionLines, familyProductLines, runLines } from '#contract/prove/massBalanceLines.ts';
import { balanceInWholeGrams } from '#contract/prove/wholeGrams.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import { BalanceOf } from './BalanceOf.tsx';
import { FlowDrawing } from './FlowDrawing.tsx';
import classes from './MassBalance.module.css';
import { balancedOver } from './periods.ts';
import { SchemeTable } from './SchemeTable.tsx';
import { Row, Statement } from './Statement.tsx';
import { YieldTable } from './YieldTable.tsx';

export function Balance({ balance: exact }: { balance: MassBalance }) {
  const balance = useMemo(() => balanceInWholeGrams(exact), [exact]);
  const { itemName, lotCode, from, to } = balance;
  const name = lotCode === null ? itemName : `${itemName}, ${lotCode}`;
  const subject = balancedOver(name, from ?? undefined, to ?? undefined);
  return (
    <>
      <p className={classes.printed} data-running-head={`${massBalanceTexts.title}: ${subject}`}>
        {subject}
      </p>
      <Sentence balance={balance} />
      {differenceTexts(balance).map((text) => (
        <p key={text} className={classes.difference}>
          {text}
        </p>
      ))}
      <div className={classes.columns}>
        <Statement balance={balance} />
        <div>
          <Conversion balance={balance} />
          {balance.family && <Family {...balance.family} />}
        </div>
      </div>
      {balance.covered && balance.covered.schemes.length > 0 && <SchemeTable schemes={balance.covered.schemes} />}
      {balance.yields.length > 0 && <YieldTable balance={balance} />}
      {balance.family && <Flow balance={balance} />}
      {balance.withoutGrams.length > 0 && (
        <p className={classes.warning}>
          {massBalanceTexts.withoutGrams} {balance.withoutGrams.join(', ')}
        </p>
      )}
    </>
  );
}

/** The drawing; on a phone only on asking. */
function Flow({ balance }: { balance: MassBalance }) {
  const isPhone = useIsPhone();
  const [isExpanded, setExpanded] = useState(false);
  if (!isPhone || isExpanded) return <FlowDrawing balance={balance} />;
  return (
    <Button variant="default" mt="md" onClick={() => setExpanded(true)}>
      {massBalanceTexts.draw}
    </Button>
  );
}

/** 'Covered. 980 kg of organic turmeric in stock or bought: …' */
function Sentence({ balance: { covered, conversion, itemName, closing, unit, lines } }: { balance: MassBalance }) {
  if (!covered) {
    return (
      <p className={classes.sentence}>
        {formatQuantityWithUnit(closing, unit)} of {itemName} left.
      </p>
    );
  }
  const state = balanceStateOf(covered);
  const shortSchemes = shortUnderText(covered);
  return (
    <p className={classes.sentence}>
      <strong data-short={state === 'short' || undefined}>{massBalanceTexts.verdict(state)}</strong>{' '}
      <b>{formatKilograms(covered.boughtGrams)}</b> of organic {itemName} {massBalanceTexts.available(lines)}:{' '}
      {massBalanceTexts.coverage(covered, conversion.inProgressGrams).map(({ grams, word }, index) => (
        <Fragment key={word}>
          {index > 0 && ', '}
          <b>{formatKilograms(grams)}</b> {word}
        </Fragment>
      ))}
      .{shortSchemes !== '' && ` ${shortSchemes}.`}
    </p>
  );
}

function Conversion({ balance: { conversion, covered, family } }: { balance: MassBalance }) {
  const { inputGrams, inProgressGrams, yieldPercent } = conversion;
  const lines = inProgressGrams > 0 ? conversionLines : runLines;
  const isAny = inputGrams > 0 || inProgressGrams > 0;
  return (
    <RecordSection heading={massBalanceTexts.conversion}>
      {isAny ? (
        <dl className={classes.statement}>
          {lines.map(({ field, label }) => (
            <Row key={field} label={label} value={formatKilograms(conversion[field])} />
          ))}
          <Row
            label={massBalanceExport.percents.yield}
            value={yieldPercent === null ? '—' : formatPercent(yieldPercent)}
            isSum
          />
        </dl>
      ) : (
        <p className={classes.none}>{massBalanceTexts.noConversion}</p>
      )}
      {inProgressGrams > 0 && (
        <p className={classes.none}>
          {massBalanceTexts.inProgress(formatKilograms(inProgressGrams), {
            sentence: covered !== undefined,
            products: family !== undefined,
          })}
        </p>
      )}
    </RecordSection>
  );
}

function Family(family: NonNullable<MassBalance['family']>) {
  const { openingGrams, boughtGrams, soldGrams, leftGrams, lostGrams, conversionGrams, products } = family;
  return (
    <RecordSection heading={massBalanceTexts.family}>
      <div className={classes.scroll} role="region" aria-label={massBalanceTexts.family} tabIndex={0}>
        <table className={classes.products}>
          <thead>
            <tr>
              <th scope="col">Product</th>
              {familyProductLines.map(({ field, column }) => (
                <th key={field} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {products.map(({ itemId, itemName, ...own }) => (
              <tr key={itemId}>
                <th scope="row">
                  <BalanceOf itemId={itemId} name={itemName} />
                </th>
                {familyProductLines.map(({ field, column }) => (
                  <td key={field} data-label={column}>
                    {formatKilograms(own[field])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={classes.none}>
        Opening {formatKilograms(openingGrams)} and in {formatKilograms(boughtGrams)} = sold{' '}
        {formatKilograms(soldGrams)}, left {formatKilograms(leftGrams)}, lost or sent back {formatKilograms(lostGrams)},
        lost or left in runs {formatKilograms(conversionGrams)}
      </p>
    </RecordSection>
  );
}
