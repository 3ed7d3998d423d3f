/** Specification §2, Production Reports: one row per date. */
import { materialStockEndpoints } from '#contract/stock/items/materialStock.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formatDate } from '#contract/core/values/format.ts';
import { productionEndpoints } from '#contract/make/production.ts';
import { productionReportTexts } from '#contract/office/reports.ts';
import { pageSizes } from '#contract/kinds.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useList } from '#web/core/list/useList.ts';
import { RunStatusPill } from '#web/make/production/RunStatusPill.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { Quantity, quantityColumn, type QuantityColumn } from '#web/core/ui/Quantity.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import { productionDays, type ProductionDay } from './productionDays.ts';
import classes from './ProductionReportPage.module.css';
import { exportProductionReport } from './exportProductionReport.ts';

/** The materials of a day with their quantities, aligned across all days. */
function Materials({ day, column }: { day: ProductionDay; column: QuantityColumn }) {
  return (
    <ul className={classes.materials}>
      {day.materials.map(({ rawMaterialName, ...quantity }, index) => (
        <li key={index}>
          <span>{rawMaterialName}&nbsp;:</span> <Quantity {...quantity} column={column} />
        </li>
      ))}
    </ul>
  );
}

/** Both calls must succeed (specification §4): first the stock, for the names, then the report. */
function useProductionDays() {
  const stock = useQuery(queryOf(materialStockEndpoints.list));
  const report = useList(productionEndpoints.reportDays, {
    pageSize: pageSizes.production,
    enabled: stock.isSuccess,
  });
  const rows = useMemo(() => productionDays(report.rows, stock.data ?? []), [report.rows, stock.data]);
  const list = { ...report, rows, readAll: undefined, rowAt: undefined };
  if (!stock.error) return { list, failedText: productionReportTexts.reportFailed };
  const failed = { ...list, error: stock.error, count: undefined, loading: false, retry: stock.refetch };
  return { list: failed, failedText: productionReportTexts.stockFailed };
}

export function ProductionReportPage() {
  const { list, failedText } = useProductionDays();
  const quantities = quantityColumn(list.rows.flatMap((day) => day.materials));
  const columns: Column<ProductionDay>[] = [
    { header: 'Production Date', weight: 'strong', pinned: true, cell: (day) => formatDate(day.date) },
    { header: 'Raw Materials (Name : Quantity)', cell: (day) => <Materials day={day} column={quantities} /> },
    { header: 'Status', cell: (day) => <RunStatusPill status={day.status} label={day.statusLabel} /> },
  ];
  return (
    <>
      <ListHeader
        title={productionReportTexts.title}
        list={list}
        searchLabel="Search production reports"
        searchPlaceholder={productionReportTexts.searchPlaceholder}
      >
        <ExportButton
          nothing={list.count === 0}
          run={async (onProgress) => {
            await exportProductionReport(list.search, onProgress);
          }}
        />
      </ListHeader>
      <ListPanel
        list={list}
        label={productionReportTexts.title}
        columns={columns}
        card={(day) => ({
          title: formatDate(day.date),
          state: <RunStatusPill status={day.status} label={day.statusLabel} />,
          detail: <Materials day={day} column={quantities} />,
        })}
        rowId={(day) => Number(day.date.replaceAll('-', ''))}
        loading={productionReportTexts.loading}
        failed={failedText}
        empty={productionReportTexts.empty}
        begin={<BeginLink to="/production">Go to Production</BeginLink>}
      />
    </>
  );
}
