/** Everything that an inspector would stop at, each with the verb that puts it right. */
import { Link } from '@tanstack/react-router';
import { useQuery } from '@tanstack/react-query';
import '#web/core/form/fields/checkbox.css';
import { Button, Checkbox } from '@mantine/core';
import { IconCheck, IconFileZip, IconMinus } from '@tabler/icons-react';
import { useState } from 'react';
import { formatQuantity } from '#contract/core/values/format.ts';
import {
  breaksTheChain,
  readinessEndpoints,
  readinessScreenTexts,
  readinessTexts,
  type ReadinessRow,
  rolesFor,
} from '#contract/prove/readiness.ts';
import { queryOf } from '#web/core/api/queries.ts';
import { currentUser, may } from '#web/core/api/session.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { unbroken } from '#web/core/ui/unbroken.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import { PrintButton } from '#web/core/ui/PrintButton.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { bulkButtonOf, ChosenBar, type Entry } from './readinessBulk.tsx';
import classes from './Readiness.module.css';

const SHOWN_AT_FIRST = 5;

export function ReadinessPage() {
  const { data, error, refetch } = useQuery(queryOf(readinessEndpoints.read));
  return (
    <>
      <PageHeader title={readinessScreenTexts.title}>{data && <PrintButton />}</PageHeader>
      {error && !data && (
        <Panel>
          <LoadFailed failed={readinessScreenTexts.loadFailed} error={error} retry={refetch} />
        </Panel>
      )}
      {!error && !data && <Loading panels={[4, 4, 4]} />}
      {data && <Rows rows={data} />}
    </>
  );
}

function Rows({ rows }: { rows: readonly ReadinessRow[] }) {
  const open = rows.filter(({ count }) => count > 0);
  const inOrder = rows.filter(({ count }) => count === 0);
  const total = open.reduce((sum, { count }) => sum + count, 0);
  const breaking = open.reduce((sum, { kind, count }) => sum + (breaksTheChain.has(kind) ? count : 0), 0);
  if (total === 0) return <Clear rows={rows} />;
  return (
    <div className={classes.columns}>
      <div className={classes.list}>
        {open.map((row) => (
          <Kind key={row.kind} row={row} />
        ))}
      </div>
      <div className={classes.sum}>
        <p className={classes.total}>{readinessScreenTexts.toPutRight(formatQuantity(total))}</p>
        {breaking > 0 && <p className={classes.dim}>{readinessScreenTexts.breaking(formatQuantity(breaking))}</p>}
      </div>
      {inOrder.length > 0 && (
        <aside className={classes.aside}>
          <h2>{readinessScreenTexts.inOrder}</h2>
          <ul>
            {inOrder.map((row) => (
              <InOrder key={row.kind} row={row} iconSize={16} />
            ))}
          </ul>
        </aside>
      )}
    </div>
  );
}

/** Nothing is open: the list of checks, and the pack that proves it. */
function Clear({ rows }: { rows: readonly ReadinessRow[] }) {
  return (
    <Panel>
      <div className={classes.clear}>
        <div>
          <h2>{readinessScreenTexts.clear}</h2>
          <p>{readinessScreenTexts.clearAbout}</p>
        </div>
        {may('create', 'packs') && (
          <Button
            size="md"
            leftSection={<IconFileZip size={18} aria-hidden />}
            renderRoot={(props) => <Link {...props} to="/inspection-packs" />}
          >
            {readinessScreenTexts.makePack}
          </Button>
        )}
      </div>
      <ul className={classes.checks}>
        {rows.map((row) => (
          <InOrder key={row.kind} row={row} iconSize={18} />
        ))}
      </ul>
    </Panel>
  );
}

/** A kind of which nothing is open; without a tick where that is not known. */
function InOrder({ row: { kind, unchecked = 0 }, iconSize }: { row: ReadinessRow; iconSize: number }) {
  if (unchecked > 0)
    return (
      <li data-unchecked>
        <IconMinus size={iconSize} aria-hidden />
        {readinessScreenTexts.withoutTolerance(unchecked)}
      </li>
    );
  return (
    <li>
      <IconCheck size={iconSize} aria-hidden />
      {readinessTexts[kind].inOrder}
    </li>
  );
}

function Kind({ row: { kind, count, entries } }: { row: ReadinessRow }) {
  const [isAll, setAll] = useState(false);
  const { title, why, verb } = readinessTexts[kind];
  const roles = rolesFor(kind);
  const role = currentUser()?.userRole;
  const mayPutRight = role !== undefined && roles.includes(role);
  const action = mayPutRight ? verb : readinessScreenTexts.look;
  const shown = isAll ? entries : entries.slice(0, SHOWN_AT_FIRST);
  const BulkButton = entries.length > 1 ? bulkButtonOf(kind) : undefined;
  const [chosenIds, setChosenIds] = useState<ReadonlySet<number>>(new Set());
  const chosen = shown.filter(({ recordId }) => chosenIds.has(recordId));
  const choose = (some: readonly Entry[]) => setChosenIds(new Set(some.map(({ recordId }) => recordId)));
  return (
    <section className={classes.kind} aria-label={title}>
      <span className={classes.count} data-breaks={breaksTheChain.has(kind) || undefined}>
        {formatQuantity(count)}
      </span>
      <div>
        <h2>
          {title} <small>{why}</small>
        </h2>
        {!mayPutRight && <p className={classes.by}>{readinessScreenTexts.doneBy(verb, roles)}</p>}
        {BulkButton && (
          <ChosenBar chosen={chosen} of={shown} BulkButton={BulkButton} onChoose={choose} onDone={choose} />
        )}
        <ul>
          {shown.map(({ recordId, label, detail, link }) => (
            <li key={`${link} ${label} ${detail}`} tabIndex={-1} data-row>
              {BulkButton ? (
                <Checkbox
                  size="xs"
                  label={<strong>{label}</strong>}
                  aria-label={readinessScreenTexts.choose(label)}
                  checked={chosenIds.has(recordId)}
                  onChange={() => {
                    const next = new Set(chosenIds);
                    if (!next.delete(recordId)) next.add(recordId);
                    setChosenIds(next);
                  }}
                />
              ) : (
                <strong>{label}</strong>
              )}
              <span>{unbroken(detail)}</span>
              <Link to={link} aria-label={`${action}: ${label}`}>
                {action}
              </Link>
            </li>
          ))}
        </ul>
        {entries.length > shown.length && (
          <button type="button" className={classes.more} onClick={() => setAll(true)}>
            {readinessScreenTexts.all(formatQuantity(count))}
          </button>
        )}
      </div>
    </section>
  );
}
