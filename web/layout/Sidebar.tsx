import { UnstyledButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import {
  IconAdjustments,
  IconArrowBarToDown,
  IconBook2,
  IconBottle,
  IconBox,
  IconBuildingFactory2,
  IconCertificate,
  IconChartBar,
  IconChevronRight,
  IconClipboardCheck,
  IconDatabase,
  IconFileCertificate,
  IconFolder,
  IconHistory,
  IconHome,
  IconLeaf,
  IconPackage,
  IconRoute,
  IconScale,
  IconScan,
  IconShoppingBag,
  IconSpeakerphone,
  IconStack2,
  IconTag,
  IconTruck,
  IconTruckDelivery,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { Resource } from '#contract/permissions.ts';
import { finishedGoods, listPaths, type MasterKind, masterRows } from '#contract/resources.ts';
import { may } from '#web/api/session.ts';
import { Brand, Person } from './Person.tsx';
import classes from './Shell.module.css';

interface Entry {
  label: string;
  to: string;
  icon?: Icon;
  /** Hidden from users who may not view it; without one, shown to all. */
  resource?: Resource;
}

/** A master without an icon gets a folder. */
const icons: Partial<Record<MasterKind, Icon>> = {
  suppliers: IconTruck,
  buyers: IconShoppingBag,
  categories: IconTag,
  products: IconBox,
  materials: IconLeaf,
};

/** The entries in the order of specification §2. */
const entries: Entry[] = [
  { label: 'Dashboard', to: '/dashboard', icon: IconHome },
  { label: 'Users', to: '/register', icon: IconUsers, resource: 'users' },
  ...masterRows.map(({ title, screenPath, resource }) => ({
    label: title,
    to: screenPath,
    icon: icons[resource] ?? IconFolder,
    resource,
  })),
  { label: 'Inward', to: '/inward', icon: IconArrowBarToDown, resource: 'inward' },
  { label: 'Production', to: '/production', icon: IconBuildingFactory2, resource: 'production' },
  { label: finishedGoods.title, to: finishedGoods.screenPath, icon: IconBottle, resource: 'goods' },
];

const reports: Entry[] = [
  { label: 'Production', to: '/reports/productionreports', resource: 'reports' },
  { label: 'Products', to: '/reports/products', resource: 'reports' },
  { label: 'Raw Materials', to: '/reports/rawmaterialreports', resource: 'reports' },
];

/** Beyond the specification: grouped below its entries, in the order of the work. */
const groups: { heading: string; entries: Entry[] }[] = [
  {
    heading: 'Stock',
    entries: [
      { label: 'Lots', to: listPaths.lots, icon: IconStack2, resource: 'lots' },
      { label: 'Adjustments', to: listPaths.adjustments, icon: IconAdjustments, resource: 'adjustments' },
      { label: 'Scan', to: '/scan', icon: IconScan, resource: 'lots' },
    ],
  },
  { heading: 'Make', entries: [{ label: 'Recipes', to: listPaths.recipes, icon: IconBook2, resource: 'recipes' }] },
  {
    heading: 'Ship',
    entries: [{ label: 'Dispatches', to: listPaths.dispatches, icon: IconTruckDelivery, resource: 'dispatches' }],
  },
  {
    heading: 'Prove',
    entries: [
      { label: 'Trace', to: '/trace', icon: IconRoute, resource: 'proof' },
      { label: 'Mass balance', to: '/mass-balance', icon: IconScale, resource: 'proof' },
      { label: 'Certificates', to: listPaths.certificates, icon: IconCertificate, resource: 'certificates' },
      {
        label: 'Transaction certificates',
        to: listPaths.transactionCertificates,
        icon: IconFileCertificate,
        resource: 'transactionCertificates',
      },
      { label: 'Recalls', to: listPaths.recalls, icon: IconSpeakerphone, resource: 'recalls' },
      { label: 'Readiness', to: '/readiness', icon: IconClipboardCheck, resource: 'proof' },
      { label: 'Inspection packs', to: '/inspection-packs', icon: IconPackage, resource: 'packs' },
    ],
  },
  {
    heading: 'Administration',
    entries: [
      { label: 'Activity', to: '/activity', icon: IconHistory, resource: 'activity' },
      { label: 'Backups', to: '/backups', icon: IconDatabase, resource: 'backups' },
    ],
  },
];

/** All screens of the menu, for the command menu. */
export const screens: Pick<Entry, 'label' | 'to' | 'resource'>[] = [
  ...entries,
  ...reports.map((entry) => ({ ...entry, label: `Reports: ${entry.label}` })),
  ...groups.flatMap((group) => group.entries),
];

interface SidebarProps {
  shown: boolean;
  /** A drawer on phones, with what has no room in the top bar. */
  isPhone: boolean;
  /** An open drawer, which Esc closes. */
  modal: boolean;
  onClose: () => void;
}

export function Sidebar({ shown, isPhone, modal, onClose }: SidebarProps) {
  const aside = useRef<HTMLElement>(null);
  const [reportsOpen, setReportsOpen] = useState(true);

  useEffect(() => {
    if (modal) aside.current?.querySelector<HTMLElement>('nav a')?.focus();
  }, [modal]);

  return (
    <aside
      id="sidebar"
      ref={aside}
      className={classes.sidebar}
      inert={!shown}
      onKeyDown={(event) => {
        if (modal && event.key === 'Escape') onClose();
      }}
      onClick={(event) => {
        // A link to the current screen does not navigate, but must close the drawer too.
        if (modal && event.target instanceof Element && event.target.closest('a')) onClose();
      }}
    >
      <Brand />
      {isPhone && <Person />}
      <nav aria-label="Screens">
        <Entries entries={entries} />
        <UnstyledButton
          className={classes.entry}
          aria-expanded={reportsOpen}
          onClick={() => setReportsOpen(!reportsOpen)}
        >
          <IconChartBar size={18} stroke={1.7} aria-hidden />
          Reports
          <IconChevronRight className={classes.chevron} size={15} aria-hidden />
        </UnstyledButton>
        {reportsOpen && <Entries entries={reports} />}
        {groups.map((group) => (
          <Entries key={group.heading} {...group} />
        ))}
      </nav>
    </aside>
  );
}

/** Links to the screens that the user may view, below their heading if they have one. */
function Entries({ heading, entries: all }: { heading?: string; entries: Entry[] }) {
  const id = useId();
  const shown = all.filter(({ resource }) => resource === undefined || may('view', resource));
  if (shown.length === 0) return null;
  return (
    <>
      {heading && (
        <p id={id} className={classes.group}>
          {heading}
        </p>
      )}
      <ul aria-labelledby={heading && id}>
        {shown.map(({ label, to, icon: EntryIcon }) => (
          <li key={to}>
            <Link to={to} className={classes.entry} activeProps={{ 'aria-current': 'page' }}>
              {EntryIcon ? <EntryIcon size={18} stroke={1.7} aria-hidden /> : <span className={classes.indent} />}
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
