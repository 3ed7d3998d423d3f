/** The records that a merge moves, and its notes. */
import { IconAlertTriangle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatCount, formatDate } from '#contract/core/values/format.ts';
import { kindLabel, kinds } from '#contract/kinds.ts';
import { mergeTexts, type MergeableKind, type MergePreview } from '#contract/masters/merging.ts';
import { RecordSection } from '#web/core/records/RecordPage.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { RecordLink } from '#web/stock/links/RecordLink.tsx';
import classes from './MergePage.module.css';

/** Why they can't be merged, lots that get another code, and invoices of one number under both records. */
export function MergeNotes({
  kind,
  preview: { refusal, renamed, sameInvoices },
}: {
  kind: MergeableKind;
  preview: MergePreview;
}) {
  const document = kind === 'buyers' ? 'dispatches' : 'inward';
  return (
    <>
      {refusal !== null && <Note>{refusal}</Note>}
      {renamed.map(({ code, becomes }) => (
        <Note key={becomes}>{mergeTexts.renamed(code, becomes)}</Note>
      ))}
      {sameInvoices.map(({ invoiceNumber, date, mergedDocumentId, keptDocumentId }) => (
        <Note key={mergedDocumentId}>
          {mergeTexts.bothHave(invoiceNumber, formatDate(date))}{' '}
          {[keptDocumentId, mergedDocumentId].map((documentId) => (
            <RecordLink key={documentId} kind={document} id={documentId}>
              {kindLabel(document)} {documentId}
            </RecordLink>
          ))}
        </Note>
      ))}
    </>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className={classes.same} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      <span>{children}</span>
    </p>
  );
}

type Move = MergePreview['moves'][number];

interface MergeMovesProps {
  kind: MergeableKind;
  preview: MergePreview;
  keptId: number;
  mergedId: number;
}

export function MergeMoves({ kind, preview, keptId, mergedId }: MergeMovesProps) {
  const columns: Column<Move>[] = [
    { header: mergeTexts.kind, weight: 'strong', cell: (move) => kinds[move.kind].title },
    { header: mergeTexts.moved, align: 'end', weight: 'strong', cell: ({ moved }) => formatCount(moved) },
    { header: mergeTexts.afterwards(keptId), align: 'end', cell: ({ afterwards }) => formatCount(afterwards) },
  ];
  const { moves } = preview;
  return (
    <RecordSection heading={mergeTexts.moves(mergedId, keptId)}>
      {moves.length === 0 ? (
        <p>{mergeTexts.movesNothing(mergedId)}</p>
      ) : (
        <Panel>
          <DataTable
            label={mergeTexts.moves(mergedId, keptId)}
            columns={columns}
            rows={moves}
            rowId={(move) => moves.indexOf(move)}
            card={({ kind: referring, moved, afterwards }) => ({
              title: kinds[referring].title,
              state: formatCount(moved),
              detail: `${mergeTexts.afterwards(keptId)} ${formatCount(afterwards)}`,
            })}
            skeletons={0}
            stale={false}
          />
        </Panel>
      )}
      <ul className={classes.unchanged}>
        <li>{mergeTexts.papers}</li>
        <li>{mergeTexts.claims}</li>
        {(kind === 'materials' || kind === 'products') && <li>{mergeTexts.settings(keptId)}</li>}
        <li>{mergeTexts.canBeUndone}</li>
      </ul>
    </RecordSection>
  );
}
