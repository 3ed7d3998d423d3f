/** The screens of the menu in the order of specification §2, then those beyond it in the order of the work. */
import {
  IconArrowBarToDown,
  IconBottle,
  IconBox,
  IconBuildingFactory2,
  IconFolder,
  IconHome,
  IconLeaf,
  IconShoppingBag,
  IconTag,
  IconTruck,
  IconUsers,
  type Icon,
} from '@tabler/icons-react';
import type { Resource } from '#contract/permissions.ts';
import { finishedGoods, listPaths, type MasterKind, masterRows } from '#contract/kinds.ts';

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

/** A master without an icon gets a folder. */
const icons: Partial<Record<MasterKind, Icon>> = {
  suppliers: IconTruck,
  buyers: IconShoppingBag,
  categories: IconTag,
  products: IconBox,
  materials: IconLeaf,
};

export const sections: readonly Section[] = [
  {
    entries: [
      { label: 'Dashboard', to: '/dashboard', icon: IconHome },
      { label: 'Users', to: '/register', icon: IconUsers, resource: 'users' },
    ],
  },
  {
    heading: 'Masters',
    entries: masterRows.map(({ title, screenPath, resource }) => ({
      label: title,
      to: screenPath,
      icon: icons[resource] ?? IconFolder,
      resource,
    })),
  },
  {
    heading: 'Daily',
    entries: [
      { label: 'Inward', to: '/inward', icon: IconArrowBarToDown, resource: 'inward' },
      { label: 'Production', to: '/production', icon: IconBuildingFactory2, resource: 'production' },
      { label: finishedGoods.title, to: finishedGoods.screenPath, icon: IconBottle, resource: 'goods' },
    ],
  },
  {
    heading: 'Reports',
    fold: 'open',
    entries: [
      { label: 'Production', to: '/reports/productionreports', resource: 'reports' },
      { label: 'Products', to: '/reports/products', resource: 'reports' },
      { label: 'Raw Materials', to: '/reports/rawmaterialreports', resource: 'reports' },
    ],
  },
  {
    heading: 'Stock',
    fold: 'open',
    entries: [
      { label: 'Lots', to: listPaths.lots, resource: 'lots' },
      { label: 'Stock Ledger', to: '/stock-ledger', resource: 'items' },
      { label: 'Adjustments', to: listPaths.adjustments, resource: 'adjustments' },
      { label: 'Scan', to: '/scan', resource: 'lots' },
    ],
  },
  { heading: 'Make', fold: 'open', entries: [{ label: 'Recipes', to: listPaths.recipes, resource: 'recipes' }] },
  {
    heading: 'Ship',
    fold: 'open',
    entries: [{ label: 'Dispatches', to: listPaths.dispatches, resource: 'dispatches' }],
  },
  {
    heading: 'Prove',
    fold: 'folded',
    entries: [
      { label: 'Trace', to: '/trace', resource: 'proof' },
      { label: 'Mass balance', to: '/mass-balance', resource: 'proof' },
      { label: 'Certificates', to: listPaths.certificates, resource: 'certificates' },
      {
        label: 'Transaction certificates',
        to: listPaths.transactionCertificates,
        resource: 'transactionCertificates',
      },
      { label: 'Recalls', to: listPaths.recalls, resource: 'recalls' },
      { label: 'Readiness', to: '/readiness', resource: 'proof' },
      { label: 'Inspection packs', to: '/inspection-packs', resource: 'packs' },
    ],
  },
  {
    heading: 'Administration',
    entries: [
      { label: 'Company', to: '/company', resource: 'company' },
      { label: 'Activity', to: '/activity', resource: 'activity' },
      { label: 'Backups', to: '/backups', resource: 'backups' },
    ],
  },
];

/** All screens, for the command menu: those of a section that folds under its name, since reports are called as their masters. */
export const screens: readonly Entry[] = sections.flatMap(({ heading, entries }) =>
  heading === 'Reports' ? entries.map((entry) => ({ ...entry, label: `${heading}: ${entry.label}` })) : entries,
);
