/** The screens of the menu in the order of specification §2, then those beyond it in the order of the work. */
import {
  IconArrowBarToDown,
  IconBottle,
  IconBox,
  IconBuildingFactory2,
  IconHome,
  IconLeaf,
  IconShoppingBag,
  IconTag,
  IconTruck,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { Resource } from '#contract/permissions.ts';
import { type IconName, kinds, masterKinds, type RecordKind } from '#contract/kinds.ts';

export interface Entry {
  label: string;
  to: string;
  icon?: Icon;
  /** Hidden from users who may not view it; without one, shown to all. */
  resource?: Resource;
}

export interface Section {
  heading?: string;
  /** Whether its heading folds it away, and how it begins. */
  fold?: 'open' | 'folded';
  entries: readonly Entry[];
}

const icons: Readonly<Record<IconName, Icon>> = {
  truck: IconTruck,
  bag: IconShoppingBag,
  tag: IconTag,
  box: IconBox,
  leaf: IconLeaf,
  arrowDown: IconArrowBarToDown,
  factory: IconBuildingFactory2,
  bottle: IconBottle,
  users: IconUsers,
};

/** The screen of a kind, for those who may view its records. */
function entryOf(resource: RecordKind): Entry {
  const { title, screenPath, icon } = kinds[resource];
  return { label: title, to: screenPath, icon: icon === null ? undefined : icons[icon], resource };
}

export const sections: readonly Section[] = [
  { entries: [{ label: 'Dashboard', to: '/dashboard', icon: IconHome }, entryOf('users')] },
  { heading: 'Masters', entries: masterKinds.map(entryOf) },
  { heading: 'Daily', entries: [entryOf('inward'), entryOf('production'), entryOf('goods')] },
  {
    heading: 'Reports',
    fold: 'open',
    entries: [
      { label: 'Production', to: '/reports/productionreports', resource: 'reports' },
      { label: 'Products', to: '/reports/products', resource: 'reports' },
      { label: 'Raw Materials', to: '/reports/rawmaterialreports', resource: 'reports' },
      { label: 'Cost of batches', to: '/reports/batch-costs', resource: 'reports' },
    ],
  },
  {
    heading: 'Stock',
    fold: 'open',
    entries: [
      entryOf('lots'),
      entryOf('items'),
      entryOf('adjustments'),
      { label: 'Scan', to: '/scan', resource: 'lots' },
    ],
  },
  { heading: 'Make', fold: 'open', entries: [entryOf('recipes')] },
  { heading: 'Ship', fold: 'open', entries: [entryOf('dispatches')] },
  {
    heading: 'Prove',
    fold: 'folded',
    entries: [
      { label: 'Trace', to: '/trace', resource: 'proof' },
      { label: 'Mass balance', to: '/mass-balance', resource: 'proof' },
      entryOf('certificates'),
      entryOf('transactionCertificates'),
      entryOf('certificationBodies'),
      entryOf('recalls'),
      { label: 'Readiness', to: '/readiness', resource: 'proof' },
      { label: 'Inspection packs', to: '/inspection-packs', resource: 'packs' },
    ],
  },
  {
    heading: 'Administration',
    entries: [
      entryOf('company'),
      { label: 'Activity', to: '/activity', resource: 'activity' },
      { label: 'Backups', to: '/backups', resource: 'backups' },
    ],
  },
];

/** All screens, for the command menu: those of a section that folds under its name, since reports are called as their masters. */
export const screens: readonly Entry[] = sections.flatMap(({ heading, entries }) =>
  heading === 'Reports' ? entries.map((entry) => ({ ...entry, label: `${heading}: ${entry.label}` })) : entries,
);
