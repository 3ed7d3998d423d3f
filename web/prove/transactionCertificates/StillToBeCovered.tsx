/** Purchases and dispatches without a transaction certificate, by document. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { type Direction, transactionCertificateLabels } from '#contract/stock/claims/transactionCertificateCover.ts';
import { soldAsOfLine } from '#contract/stock/claims/soldAs.ts';
import { formatDate, formatQuantity, formatQuantityWithUnit } from '#contract/core/values/format.ts';
import {
  directionTitles,
  transactionCertificateEndpoints,
  transactionCertificateTexts,
  type UncoveredLine,
} from '#contract/prove/transactionCertificates.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { may } from '#web/core/api/session.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { DocumentLink } from '#web/stock/links/DocumentLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { Wrapped } from '#web/core/ui/table/Wrapped.tsx';
import classes from './StillToBeCovered.module.css';

const SHOWN_AT_FIRST = 5;
const SKELETONS = 2;

/** A document with the lines of it that are still to be covered. */
interface Shipment {
  first: UncoveredLine;
  lines: UncoveredLine[];
}

interface StillToBeCoveredProps {
  isShown: boolean;
  /** Opens the form for lines of one document. */
  onAdd: (lines: readonly UncoveredLine[]) => void;
  /** Content below. */
  children: ReactNode;
}

function useLinesToCover(direction: Direction, enabled: boolean) {
  return useQuery({
    ...queryOf(transactionCertificateEndpoints.uncovered, { query: { direction } }),
    enabled,
  });
}

/** Each part comes once the height of what is above it is known, so that nothing moves. */
export function StillToBeCovered({ isShown, onAdd, children }: StillToBeCoveredProps) {
  const [purchases, sales] = [useLinesToCover('purchase', isShown), useLinesToCover('sale', isShown)];
  return (
    <>
      {isShown && <OfDirection direction="purchase" query={purchases} onAdd={onAdd} />}
      {isShown && !purchases.isPending && <OfDirection direction="sale" query={sales} onAdd={onAdd} />}
      <div hidden={isShown && (purchases.isPending || sales.isPending)}>{children}</div>
    </>
  );
}

interface OfDirectionProps extends Pick<StillToBeCoveredProps, 'onAdd'> {
  direction: Direction;
  query: ReturnType<typeof useLinesToCover>;
}

function OfDirection({ direction, query: { data, error, refetch }, onAdd }: OfDirectionProps) {
  const [isAll, setAll] = useState(false);
  const heading = `${transactionCertificateTexts.uncovered}: ${directionTitles[direction].toLowerCase()}`;
  const shipments = [...Map.groupBy(data?.lines ?? [], ({ documentId }) => documentId).values()].flatMap((newest) => {
    const lines = newest.toReversed();
    const [first] = lines;
    return first ? { first, lines } : [];
  });
  const isEmpty = data !== undefined && shipments.length === 0;
  const shown = isAll ? shipments : shipments.slice(0, SHOWN_AT_FIRST);
  return (
    <RecordSection heading={heading}>
      <div className={classes.section}>
        <Panel>
          {error && !data && (
            <LoadFailed failed={transactionCertificateTexts.uncoveredFailed} error={error} retry={refetch} />
          )}
          {!isEmpty && !(error && !data) && (
            <DataTable
              label={heading}
              columns={columnsOf(direction)}
              rows={shown}
              rowId={({ first }) => first.documentId}
              card={shipmentCard}
              {...(may('create', 'transactionCertificates') && { actions: addButton(onAdd), actionsHeading: 'Add' })}
              skeletons={data ? 0 : SKELETONS}
              stale={false}
            />
          )}
          {isEmpty && <PanelMessage>{transactionCertificateTexts.nothingUncovered[direction]}</PanelMessage>}
          {(shipments.length > shown.length || data?.more) && (
            <p className={classes.rest}>
              {shipments.length > shown.length && (
                <Button variant="subtle" onClick={() => setAll(true)}>
                  All {formatQuantity(shipments.length)}
                </Button>
              )}
              {data?.more && transactionCertificateTexts.more}
            </p>
          )}
        </Panel>
      </div>
    </RecordSection>
  );
}

function addButton(onAdd: StillToBeCoveredProps['onAdd']) {
  return ({ first, lines }: Shipment) => (
    <Button
      variant="default"
      size="compact-sm"
      className={classes.add}
      aria-label={`Add certificate for ${first.documentLabel}`}
      onClick={() => onAdd(lines)}
    >
      Add certificate
    </Button>
  );
}

function columnsOf(direction: Direction): Column<Shipment>[] {
  return [
    { header: 'Date', cell: ({ first }) => formatDate(first.documentDate) },
    {
      header: direction === 'sale' ? 'Dispatch' : 'Invoice',
      cell: (row) => <Document {...row} />,
    },
    {
      header: transactionCertificateLabels[direction === 'sale' ? 'buyerId' : 'supplierId'],
      weight: 'strong',
      cell: ({ first }) => <Wrapped text={first.partyName} minWidth={140} maxWidth={260} />,
    },
    { header: 'Left to cover', cell: ({ lines }) => <Lots lines={lines} /> },
    { header: 'Noted number', cell: ({ lines }) => notedOf(lines) },
  ];
}

function shipmentCard({ first, lines }: Shipment) {
  return {
    title: first.partyName,
    state: formatDate(first.documentDate),
    detail: (
      <>
        <Document first={first} lines={lines} />
        <Lots lines={lines} />
      </>
    ),
    aside: notedOf(lines),
  };
}

function Document({ first: { direction, documentId, documentLabel } }: Shipment) {
  return <DocumentLink kind={direction === 'sale' ? 'dispatch' : 'inward'} id={documentId} label={documentLabel} />;
}

function notedOf(lines: readonly UncoveredLine[]): string {
  return [...new Set(lines.flatMap(({ notedNumber }) => notedNumber || []))].join(', ');
}

function Lots({ lines }: { lines: readonly UncoveredLine[] }) {
  return (
    <ul className={classes.lots}>
      {lines.map(({ lineId, lotId, lotCode, itemName, leftQty, quantity, unit, soldAs, claim, claims }) => (
        <li key={lineId}>
          <LotLink lotId={lotId} lotCode={lotCode} /> <span className={classes.item}>{itemName}</span>{' '}
          <strong>{formatQuantityWithUnit(leftQty, unit)}</strong>
          {leftQty < quantity && (
            <span className={classes.item}> of {formatQuantityWithUnit(quantity, unit)}</span>
          )}{' '}
          <span className={classes.item}>{soldAsOfLine(soldAs, claims, claim)}</span>
        </li>
      ))}
    </ul>
  );
}
