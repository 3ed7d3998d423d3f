/** Specification §2, Raw Material Stock report. */
import { materialStockEndpoints, type StockRecord } from '#contract/stock/items/materialStock.ts';
import { useEffect, type ReactNode } from 'react';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { stockReportTexts } from '#contract/office/reports.ts';
import { masters, pageSizes } from '#contract/kinds.ts';
import { ListFilters } from '#web/core/filters/ListFilters.tsx';
import { stockOnEndpoints } from '#contract/stock/lots/stockOn.ts';
import { AsOnChip } from '#web/stock/stockOn/AsOnChip.tsx';
import { FilterBar } from '#web/core/filters/FilterBar.tsx';
import { ListPanel } from '#web/core/list/ListPanel.tsx';
import { useFilters, useParameters } from '#web/core/filters/useFilters.ts';
import { useList } from '#web/core/list/useList.ts';
import { Balance, balanceOf, balances, isDepleted } from '#web/stock/items/Balance.tsx';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { BeginLink } from '#web/core/ui/BeginLink.tsx';
import { TruncatedText } from '#web/core/ui/table/TruncatedText.tsx';
import type { Column } from '#web/core/ui/table/DataTable.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { ListHeader } from '#web/core/list/ListHeader.tsx';
import { ValueTodayLink } from '#web/stock/stockOn/ValueTodayLink.tsx';
import { ExportButton } from '#web/core/sheets/ExportButton.tsx';
import { MaterialsOn } from './MaterialsOn.tsx';
import { exportStock } from './exportStock.ts';

export function StockReportPage() {
  const [{ asOn }, show] = useParameters(stockOnEndpoints.items, ['asOn']);
  const day = <AsOnChip value={asOn} onChange={(chosen) => show({ asOn: chosen })} />;
  if (asOn === undefined) return <StockNow day={day} />;
  const chips = (
    <FilterBar label="Day of the stock" filters={{}} show={show}>
      {day}
    </FilterBar>
  );
  return <MaterialsOn asOn={asOn} chips={chips} />;
}

function StockNow({ day }: { day: ReactNode }) {
  const [filters, show] = useFilters(materialStockEndpoints.list);
  const list = useList(materialStockEndpoints.list, { pageSize: pageSizes.stockReport, filters });
  const { rows, page, pageSize, search, error } = list;

  useEffect(() => {
    if (error) console.error(stockReportTexts.loadFailedLog, error);
  }, [error]);

  /** The serial number continues across pages. */
  const serial = (row: StockRecord) => (page - 1) * pageSize + rows.indexOf(row) + 1;
  const columns: Column<StockRecord>[] = [
    { header: stockReportTexts.serial, weight: 'faint', cell: serial },
    { header: 'ID', sort: 'rawMaterialId', weight: 'faint', cell: (row) => row.rawMaterialId },
    {
      header: 'Raw Material',
      sort: 'rawMaterialName',
      weight: 'strong',
      pinned: true,
      cell: (row) => (
        <TruncatedText text={row.rawMaterialName} width={380}>
          <ItemLink rawMaterialId={row.rawMaterialId} name={row.rawMaterialName} />
        </TruncatedText>
      ),
    },
    quantities({ header: 'Total Stock', sort: 'totalInwardQty' }, (row) => ({
      quantity: row.totalInwardQty,
      unit: row.unit,
    })),
    quantities({ header: 'Total Used in Production', sort: 'usedQty' }, (row) => ({
      quantity: row.usedQty,
      unit: row.unit,
    })),
    balances({ header: 'Available Balance', sort: 'balanceQty' }, balanceOf),
  ];

  return (
    <>
      <ListHeader
        title={stockReportTexts.title}
        list={list}
        searchLabel="Search raw materials"
        searchPlaceholder={stockReportTexts.searchPlaceholder}
      >
        <ExportButton
          nothing={list.count === 0}
          run={async (onProgress) => {
            await exportStock(filters, search, onProgress);
          }}
        />
      </ListHeader>
      <ListFilters endpoint={materialStockEndpoints.list} label="raw material stock" filters={filters} show={show}>
        {day}
      </ListFilters>
      <ListPanel
        list={list}
        label={stockReportTexts.title}
        columns={columns}
        card={(row) => ({
          title: <ItemLink rawMaterialId={row.rawMaterialId} name={row.rawMaterialName} />,
          state: (
            <strong>
              <Balance {...balanceOf(row)} />
            </strong>
          ),
          detail: (
            <>
              Stock {formatQuantityWithUnit(row.totalInwardQty, row.unit)} · used{' '}
              {formatQuantityWithUnit(row.usedQty, row.unit)}
            </>
          ),
        })}
        rowId={(row) => row.rawMaterialId}
        isDepleted={isDepleted}
        failed={stockReportTexts.loadFailed}
        empty={stockReportTexts.empty}
        begin={<BeginLink to={masters.materials.screenPath}>Go to Raw Materials</BeginLink>}
      />
      <ValueTodayLink to="/reports/rawmaterialreports" />
    </>
  );
}
