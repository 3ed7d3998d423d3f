/** Where a label leads: the page of its lot or batch; a choice where several are called so. */
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useParams } from '@tanstack/react-router';
import { fullGtin } from '#contract/stock/labels/gtin.ts';
import { codeOfPath, type LabelledLot } from '#contract/stock/labels/labels.ts';
import { traceEndpoints, type TraceHit } from '#contract/prove/trace.ts';
import { scanTexts } from '#contract/stock/labels/scanTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import links from '#web/stock/links/DocumentLink.module.css';
import { CodeField } from './CodeField.tsx';
import classes from './Scan.module.css';
import { useOpenScan } from './useOpenScan.ts';

const pageOf = ({ root, recordId }: TraceHit) =>
  root === 'goods'
    ? ({ to: '/finishedgoods/$finishedGoodId', params: { finishedGoodId: String(recordId) } } as const)
    : ({ to: '/lots/$lotId', params: { lotId: String(recordId) } } as const);

/** Lots and batches that are called so, those of the product's GTIN alone where one is. */
function lotsCalled(hits: readonly TraceHit[], { code, gtin }: LabelledLot): TraceHit[] {
  const isLot = ({ root, label }: TraceHit) =>
    (root === 'lots' || root === 'goods') && label.toLowerCase() === code.toLowerCase();
  const lots = hits.filter(isLot);
  const ofProduct = lots.filter((hit) => hit.gtin !== '' && gtin !== '' && fullGtin(hit.gtin) === fullGtin(gtin));
  return ofProduct.length > 0 ? ofProduct : lots;
}

export function LabelPage() {
  const { code: part = '', gtin = '' } = useParams({ strict: false });
  const code = codeOfPath(part);
  const { data, error, refetch } = useQuery({
    ...queryOf(traceEndpoints.find, { query: { search: code } }),
    enabled: code !== '',
  });
  const open = useOpenScan();
  const lots = data && lotsCalled(data, { code, gtin });
  const [only, ...others] = lots ?? [];
  if (only && others.length === 0) return <Navigate {...pageOf(only)} replace />;
  return (
    <>
      <PageHeader title={code} />
      {!error && !lots && <Loading panels={[2]} />}
      {(error ?? lots) && (
        <Panel>
          {error && <LoadFailed failed={scanTexts.failed} error={error} retry={refetch} />}
          {lots?.length === 0 && (
            <div className={classes.scan}>
              <p role="status">{scanTexts.unknown(code)}</p>
              <CodeField key={code} begin={code} onCode={open} />
              <div>
                <Button variant="default" renderRoot={(props) => <Link {...props} to="/scan" />}>
                  {scanTexts.read}
                </Button>
              </div>
            </div>
          )}
          {others.length > 0 && (
            <>
              <PanelMessage>{scanTexts.several(code)}</PanelMessage>
              <ul className={classes.hits} aria-label="Lots">
                {lots?.map((hit) => (
                  <li key={`${hit.root} ${hit.recordId}`}>
                    <Link {...pageOf(hit)} className={links.link}>
                      {hit.detail}
                    </Link>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Panel>
      )}
    </>
  );
}
