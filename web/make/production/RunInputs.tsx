/** The lots that a run used: item, supplier, claim and quantity. */
import { claimTexts } from '#contract/stock/claims/claims.ts';
import { formatQuantityWithUnit } from '#contract/core/values/format.ts';
import { productionTexts } from '#contract/make/production.ts';
import type { RunWithClaims } from '#contract/make/runs.ts';
import { afterExpiryTexts, isExpiredOn } from '#contract/stock/lots/afterExpiry.ts';
import type { SchemeClaim } from '#contract/stock/claims/schemes.ts';
import type { Claim } from '#contract/stock/stock.ts';
import { ItemLink } from '#web/stock/links/ItemLink.tsx';
import { LotLink } from '#web/stock/links/LotLink.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { quantities } from '#web/core/ui/Quantity.tsx';
import { DataTable, type Column } from '#web/core/ui/table/DataTable.tsx';
import { ClaimNote } from '#web/stock/lots/ClaimNote.tsx';

interface InputRow {
  key: number;
  itemName: string;
  rawMaterialId: number | null;
  productId: number | null;
  unit: string;
  lotId: number;
  lotCode: string;
  supplierName: string | null;
  quantity: number;
  beforeReceipt: boolean;
  isExpired: boolean;
  claim: Claim | null;
  claims: readonly SchemeClaim[];
  organicPercent: number | null;
}

const REMARK = 'Remark';

function remarkOf({ beforeReceipt, isExpired }: InputRow): string {
  return [beforeReceipt && productionTexts.beforeReceipt, isExpired && afterExpiryTexts.taken]
    .filter(Boolean)
    .join(', ');
}

const inputColumns: Column<InputRow>[] = [
  { header: 'Lot', weight: 'strong', pinned: true, cell: (row) => <LotLink {...row} /> },
  { header: 'Item', cell: (row) => <ItemLink {...row} name={row.itemName} /> },
  { header: 'Supplier', cell: (row) => row.supplierName },
  { header: claimTexts.claim, cell: (row) => row.claim !== null && <ClaimNote {...row} /> },
  { header: REMARK, weight: 'small', cell: remarkOf },
  quantities({ header: 'Quantity', weight: 'strong' }, ({ quantity, unit }) => ({ quantity, unit })),
];

export function RunInputs({ inputs, productionDate }: Pick<RunWithClaims, 'inputs' | 'productionDate'>) {
  const rows = inputs
    .flatMap(({ lots, itemName, rawMaterialId, productId, unit }) =>
      lots.map((lot) => {
        const isExpired = isExpiredOn(lot.expiresOn, productionDate);
        return { ...lot, itemName, rawMaterialId, productId, unit, isExpired };
      }),
    )
    .map((row, key) => ({ ...row, key }));
  return (
    <Panel>
      <DataTable
        label="What went in"
        columns={inputColumns.filter(({ header }) => header !== REMARK || rows.some((row) => remarkOf(row) !== ''))}
        rows={rows}
        rowId={(row) => row.key}
        card={(row) => ({
          title: <LotLink {...row} />,
          state: formatQuantityWithUnit(row.quantity, row.unit),
          detail: (
            <>
              <ItemLink {...row} name={row.itemName} />
              {row.supplierName && ` · ${row.supplierName}`}
              {row.isExpired && ` · ${afterExpiryTexts.taken}`}
            </>
          ),
          aside: <ClaimNote {...row} />,
        })}
        skeletons={0}
        stale={false}
      />
    </Panel>
  );
}
