/** Merging two records of a master that are one in life: the fields that are kept, and what moves (decision 128). */
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { z } from 'zod';
import { kinds, masters } from '#contract/kinds.ts';
import { mergeableKinds, mergeEndpoints, mergeTexts, type MergeableKind } from '#contract/masters/merging.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import { BackLink, RecordPage } from '#web/core/records/RecordPage.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { useMasterDefinition } from '../masterDefinition.ts';
import classes from './MergePage.module.css';
import { mergePath } from './mergePath.ts';
import { MergeForm } from './MergeForm.tsx';

interface MergePageProps {
  kind: MergeableKind;
  /** The record that is kept. */
  id: number;
  /** The record that is merged into it; NaN until it is chosen. */
  otherId: number;
}

export function MergePage() {
  const { kind, id } = useParams({ from: '/shell/merge/$kind/$id' });
  const { with: other } = useSearch({ from: '/shell/merge/$kind/$id' });
  const merged = z.enum(mergeableKinds).safeParse(kind).data;
  return merged && <MergeOfKind kind={merged} id={Number(id)} otherId={Number(other)} />;
}

function MergeOfKind({ kind, id, otherId }: MergePageProps) {
  const { calls } = useMasterDefinition(kind);
  const kept = useQuery(queryOf(calls.get, { params: { id } }));
  const merged = useQuery({ ...queryOf(calls.get, { params: { id: otherId } }), enabled: otherId > 0 });
  const preview = useQuery({
    ...queryOf(mergeEndpoints[kind].preview, { params: { id }, query: { mergedId: otherId } }),
    enabled: otherId > 0,
  });
  return (
    <RecordPage
      back={<BackLink to={kinds[kind].screenPath}>{masters[kind].title}</BackLink>}
      query={kept}
      of={{ kind, id: String(id) }}
      failed={mergeTexts.notLoaded}
    >
      {(record) =>
        otherId > 0 ? (
          <RecordPage back={null} query={merged} of={{ kind, id: String(otherId) }} failed={mergeTexts.notLoaded}>
            {(other) => (
              <MergeForm
                key={`${id} ${otherId}`}
                kind={kind}
                kept={{ id, record }}
                merged={{ id: otherId, record: other }}
                preview={preview.data}
              />
            )}
          </RecordPage>
        ) : (
          <ChooseOther kind={kind} id={id} record={record} />
        )
      }
    </RecordPage>
  );
}

/** The first question: which record is the same once more. The older one stays, until it is swapped. */
function ChooseOther({ kind, id, record }: { kind: MergeableKind; id: number; record: object }) {
  const navigate = useNavigate();
  const { calls, rowId, nameOf, factsOf } = useMasterDefinition(kind);
  return (
    <>
      <PageHeader title={mergeTexts.title(kind)} beside={`${nameOf(record)}, ID ${id}`} />
      <Panel>
        <div className={classes.choose}>
          <LookupField
            label={mergeTexts.other(kind)}
            endpoint={calls.list}
            sort="name"
            toChoice={(row) => ({ value: rowId(row), label: nameOf(row) })}
            offers={(row) => rowId(row) !== id}
            hint={(row) => [`ID ${rowId(row)}`, factsOf(row)[0]].filter(Boolean).join(' · ')}
            chosen={null}
            onChoose={(row) => {
              const [keptId = 0, mergedId = 0] = [id, rowId(row)].toSorted((a, b) => a - b);
              navigate({ href: mergePath(kind, keptId, mergedId), replace: true }).catch(console.error);
            }}
          />
        </div>
      </Panel>
    </>
  );
}
