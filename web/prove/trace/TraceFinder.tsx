/** The search field of a trace: typed, or read by a scanner that ends with Enter. */
import { Button } from '@mantine/core';
import { IconScan } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { fullGtin } from '#contract/stock/labels/gtin.ts';
import { readScan } from '#contract/stock/labels/labels.ts';
import { traceEndpoints, traceTexts, type TraceHit } from '#contract/prove/trace.ts';
import { scanTexts } from '#contract/stock/labels/scanTexts.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { lazyComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { Popup } from '#web/core/ui/dialogs/Popup.tsx';
import { SearchField } from '#web/core/ui/SearchField.tsx';
import classes from './Trace.module.css';

const kinds: Readonly<Record<TraceHit['root'], string>> = {
  lots: 'Lot',
  goods: 'Batch',
  inwards: 'Inward',
  suppliers: 'Supplier',
  'production-runs': 'Run',
  dispatches: 'Dispatch',
  buyers: 'Buyer',
};

const CameraReader = lazyComponent(async () => (await import('#web/stock/labels/CameraReader.tsx')).CameraReader);

function findQuery(search: string) {
  return queryOf(traceEndpoints.find, { query: { search } });
}

/** Records with exactly the scanned or typed name; those of the scanned product first. */
function exactOf(hits: readonly TraceHit[], text: string): TraceHit[] {
  const { code, gtin } = readScan(text);
  const exact = hits.filter(({ label }) => label.toLowerCase() === code.toLowerCase());
  const ofProduct = exact.filter((hit) => gtin !== '' && fullGtin(hit.gtin) === gtin);
  return [...ofProduct, ...exact];
}

export function TraceFinder() {
  const [typed, setTyped] = useState('');
  // The code of a scanned label.
  const { code: search } = readScan(typed);
  const [isScanning, setScanning] = useState(false);
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { data: hits } = useQuery({ ...findQuery(search), enabled: search !== '' });

  const open = ({ root, recordId }: TraceHit) => {
    setTyped('');
    navigate({ to: '/trace', search: { of: root, id: String(recordId) } }).catch(console.error);
  };
  /** Searches the text itself: the shown results may belong to an earlier text. */
  const find = async (text: string): Promise<TraceHit[]> => {
    const { code } = readScan(text);
    return code === '' ? [] : queryClient.fetchQuery(findQuery(code));
  };
  const openFirst = async (text: string) => {
    const rows = await find(text);
    const [first] = [...exactOf(rows, text), ...rows];
    if (first) open(first);
  };
  const openScanned = async (scanned: string) => {
    setScanning(false);
    const [only] = exactOf(await find(scanned), scanned);
    if (only) open(only);
    else setTyped(scanned);
  };

  return (
    <div className={classes.finder}>
      <SearchField
        label="What to trace"
        placeholder={traceTexts.placeholder}
        value={typed}
        onChange={setTyped}
        onEnter={(text) => {
          openFirst(text).catch(console.error);
        }}
      />
      <Button variant="default" px={9} aria-label={scanTexts.read} onClick={() => setScanning(true)}>
        <IconScan size={18} aria-hidden />
      </Button>
      <Popup opened={isScanning} onClose={() => setScanning(false)} title={scanTexts.title} withClose>
        <Suspense>
          <CameraReader
            onCode={(scanned) => {
              openScanned(scanned).catch(() => setTyped(scanned));
            }}
          />
        </Suspense>
      </Popup>
      {search !== '' && hits?.length === 0 && (
        <p role="status" className={classes.hits}>
          {traceTexts.unknown(search)}
        </p>
      )}
      {search !== '' && hits && hits.length > 0 && (
        <ul className={classes.hits} aria-label="Found">
          {hits.map((hit) => (
            <li key={`${hit.root} ${hit.recordId}`}>
              <button type="button" onClick={() => open(hit)}>
                <strong>{hit.label}</strong>
                <span>
                  {kinds[hit.root]} · {hit.detail.split('\n')[0]}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
