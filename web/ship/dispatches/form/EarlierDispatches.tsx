/** Earlier dispatches to the buyer of the form, each of which can be repeated. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { dispatchEndpoints, type DispatchRecord } from '#contract/ship/dispatches.ts';
import { listQueryOf } from '#web/core/api/queries.ts';
import type { Choice } from '#web/core/lookup/lookup.ts';
import { DataTable } from '#web/core/ui/table/DataTable.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { ofBuyerCard, ofBuyerColumns } from '#web/ship/dispatches/dispatchColumns.tsx';
import classes from './EarlierDispatches.module.css';

const SHOWN = 5;

interface EarlierDispatchesProps {
  buyer: Choice;
  /** The edited dispatch. */
  except?: number;
  onSendAgain: (dispatch: DispatchRecord) => void;
}

export function EarlierDispatches({ buyer, except, onSendAgain }: EarlierDispatchesProps) {
  const heading = useId();
  const { data } = useQuery(
    listQueryOf(dispatchEndpoints.list, {
      query: { buyerId: buyer.value, page: 1, pageSize: SHOWN, sort: 'dispatchDate', order: 'desc' },
    }),
  );
  const rows = data?.rows.filter(({ dispatchId }) => dispatchId !== except) ?? [];
  if (!data || rows.length === 0) return null;
  const title = `Earlier to ${buyer.label}`;
  return (
    <section className={classes.earlier} aria-labelledby={heading}>
      <h2 id={heading}>
        {title} <small>{data.total - (data.rows.length - rows.length)}</small>
      </h2>
      <Panel>
        <DataTable
          label={title}
          columns={ofBuyerColumns}
          rows={rows}
          rowId={(row) => row.dispatchId}
          card={ofBuyerCard}
          actions={(row) => (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={`Send again: ${row.invoiceNumber}`}
              onClick={() => onSendAgain(row)}
            >
              Send again
            </Button>
          )}
          skeletons={0}
          stale={false}
        />
      </Panel>
    </section>
  );
}
