/** The field that finds what is to be traced: typed, or read by a scanner that ends with Enter. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { fullGtin } from '#contract/gtin.ts';
import { readScan } from '#contract/labels.ts';
import { traceEndpoints, traceTexts, type TraceHit } from '#contract/trace.ts';
import { call } from '#web/api/client.ts';
import { SearchField } from '#web/ui/SearchField.tsx';
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

function findQuery(search: string) {
  return {
    queryKey: [traceEndpoints.find.path, search],
    queryFn: ({ signal }: { signal: AbortSignal }) => call(traceEndpoints.find, { query: { search }, signal }),
  };
}

export function TraceFinder() {
  const [typed, setTyped] = useState('');
  // Of a scanned label, the code that it carries.
  const { code: search, gtin } = readScan(typed);
  const navigate = useNavigate();
  const { data: hits } = useQuery({ ...findQuery(search), enabled: search !== '' });

  const open = ({ root, recordId }: TraceHit) => {
    setTyped('');
    navigate({ to: '/trace', search: { of: root, id: String(recordId) } }).catch(console.error);
  };
  // A code that was scanned leads there at once.
  const openFirst = () => {
    const exact = hits?.filter(({ label }) => label.toLowerCase() === search.toLowerCase()) ?? [];
    const ofProduct = exact.filter((hit) => gtin !== '' && fullGtin(hit.gtin) === gtin);
    const [only] = [...ofProduct, ...exact, ...(hits ?? [])];
    if (only) open(only);
  };

  return (
    <div className={classes.finder}>
      <SearchField
        label="What to trace"
        placeholder={traceTexts.placeholder}
        value={typed}
        onChange={setTyped}
        onEnter={openFirst}
      />
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
