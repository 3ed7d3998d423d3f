/** The screen of a master: the list of its records, which may be active or not, and have a second form. */
import { useNavigate } from '@tanstack/react-router';
import { viewedLists } from '#contract/kinds.ts';
import { ApiError } from '#web/core/api/client.ts';
import { may } from '#web/core/api/session.ts';
import type { BulkActions } from '#web/core/list/selection/bulk.ts';
import { lazyWithPreload } from '#web/core/ui/loading/lazyWithPreload.ts';
import { useOpenedDocument } from '../document.ts';
import { logAlert, showAlert } from '../failureAlert.ts';
import { toDocument, type MasterDefinition, type SecondForm } from './master.ts';
import { masterBulk, switchStatus } from './masterBulk.tsx';
import type { MasterFormProps } from './MasterForm.tsx';
import { masterSheet } from './masterSheet.ts';
import { RecordListPage } from '../RecordListPage.tsx';

// No preloadedComponent: it would lose the generics of the form.
const useLoadedForm = lazyWithPreload(() => import('./MasterForm.tsx'));

interface MasterPageProps<Row, Values, Body> {
  definition: MasterDefinition<Row, Values, Body>;
  /** Prints labels of the lots of selected rows. */
  labels?: BulkActions<Row>['labels'];
  second?: SecondForm<Row>;
}

export function MasterPage<Row, Values extends object, Body extends object>({
  definition,
  labels,
  second,
}: MasterPageProps<Row, Values, Body>) {
  const { master, words, statusOf, merging, rowId } = definition;
  const navigate = useNavigate();
  const form = useOpenedDocument(toDocument(definition), {
    leaveFirst:
      second &&
      ((then) =>
        second.leave(() => {
          second.close();
          then();
        })),
  });
  const statusEntry = (row: Row) =>
    statusOf && {
      label: statusOf(row) === 1 ? 'Deactivate' : 'Activate',
      onClick: () => {
        switchStatus(definition, row).catch(console.error);
      },
    };
  const openSecond = ({ open }: SecondForm<Row>, row: Row) =>
    form.leave(() => {
      form.close();
      open(row);
    });

  return (
    <RecordListPage
      definition={toDocument(definition)}
      pageSize={master.pageSize}
      words={{ ...words, searchPlaceholder: words.searchHint, addFirst: `Add the first ${master.noun}` }}
      columns={definition.columns}
      card={definition.card}
      to={definition.to}
      views={viewedLists.find((list) => list === master.resource)}
      sheet={masterSheet(definition)}
      bulk={masterBulk(definition, labels)}
      form={form}
      note={second?.form}
      more={(row) => [
        ...(second ? [{ label: second.label, onClick: () => openSecond(second, row) }] : []),
        ...(merging && may('create', 'merges')
          ? [
              {
                label: merging.label,
                onClick: () => {
                  navigate({ to: merging.path(rowId(row)) }).catch(console.error);
                },
              },
            ]
          : []),
      ]}
      statusEntry={statusEntry}
      deletion={{
        onDeleted: (row) => {
          if (second?.isOf(row)) second.close();
        },
        onFailed: (fault, row) => {
          const isInUse = fault instanceof ApiError && fault.status === 409 && may('update', master.resource);
          const instead = isInUse && statusOf?.(row) === 1 ? statusEntry(row) : undefined;
          showAlert(logAlert(words.deleteFailed(fault), fault), fault, instead);
        },
      }}
    >
      {(props) => <Form definition={definition} {...props} />}
    </RecordListPage>
  );
}

function Form<Row, Values extends object, Body extends object>(props: MasterFormProps<Row, Values, Body>) {
  const { MasterForm } = useLoadedForm();
  return <MasterForm {...props} />;
}
