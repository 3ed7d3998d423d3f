/** Specification §2, Dashboard: counts with links to their lists. */
import './skeleton.css';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconLeaf, IconShoppingBag, IconTag, IconTruck, type Icon } from '@tabler/icons-react';
import { useEffect } from 'react';
import { buyerEndpoints } from '#contract/buyers.ts';
import { categoryEndpoints } from '#contract/categories.ts';
import { materialEndpoints } from '#contract/materials.ts';
import { masters } from '#contract/resources.ts';
import { supplierEndpoints } from '#contract/suppliers.ts';
import { callList } from '#web/api/client.ts';
import type { ListEndpoint } from '#web/list/listEndpoint.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import classes from './DashboardPage.module.css';
import { LapsingCertificates, ReadinessLink } from './ReadinessLink.tsx';
import { RecentBuyers } from './RecentBuyers.tsx';

export function DashboardPage() {
  return (
    <>
      <PageHeader title="Dashboard">
        <ReadinessLink />
      </PageHeader>
      <LapsingCertificates />
      <div className={classes.cards}>
        <CountCard label="Buyers" to={masters.buyers.screenPath} list={buyerEndpoints.list} icon={IconShoppingBag} />
        <CountCard label="Suppliers" to={masters.suppliers.screenPath} list={supplierEndpoints.list} icon={IconTruck} />
        <CountCard label="Categories" to={masters.categories.screenPath} list={categoryEndpoints.list} icon={IconTag} />
        <CountCard
          label="Raw Materials"
          to={masters.materials.screenPath}
          list={materialEndpoints.list}
          icon={IconLeaf}
        />
      </div>
      <RecentBuyers />
    </>
  );
}

interface CountCardProps {
  label: string;
  to: string;
  list: ListEndpoint<unknown>;
  icon: Icon;
}

/** Each card has its own query, so that a failure does not affect the others. */
function CountCard({ label, to, list, icon: CardIcon }: CountCardProps) {
  const { data, error } = useQuery({
    queryKey: [list.path, 'count'],
    queryFn: ({ signal }) => callList(list, { query: { page: 1, pageSize: 1 }, signal }),
    select: ({ total }) => total,
  });

  useEffect(() => {
    if (error) console.error(`The count of ${label} could not be loaded:`, error);
  }, [error, label]);

  return (
    <Link to={to} className={classes.card}>
      <span className={classes.label}>
        {label}
        <CardIcon size={17} stroke={1.7} aria-hidden />
      </span>
      {error ? (
        <span className={classes.failed}>Could not be loaded</span>
      ) : data === undefined ? (
        <Skeleton height={30} width={64} />
      ) : (
        <span className={classes.count}>{data.toLocaleString('en-IN')}</span>
      )}
    </Link>
  );
}
