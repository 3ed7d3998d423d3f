/** Every screen: its path, its component, and what its address may carry. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  parseSearchWith,
  redirect,
  stringifySearchWith,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Resource } from '#contract/permissions.ts';
import { finishedGoods, listPaths, masterRows, pageSizes } from '#contract/resources.ts';
import { clearSession, currentUser, may, takeLostPlace } from './api/session.ts';
import { Root } from './layout/Root.tsx';
import { ScreenFailed } from './layout/ScreenFailed.tsx';
import { listSearch } from './list/listSearch.ts';
import { fetchesAhead, ofMaster } from './list/pages.ts';

const root = createRootRoute({ component: Root });

const LoginPage = lazyRouteComponent(() => import('./auth/LoginPage.tsx'), 'LoginPage');

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  // Visiting the sign-in always ends the session that was there (specification §2).
  beforeLoad: ({ preload }) => {
    if (!preload) clearSession();
  },
  component: LoginPage,
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./auth/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});

const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location: { href } }) => {
    if (currentUser()) return;
    // Both at once: where no other tab has a session, the sign-in waits for nothing but their silence.
    const [{ takeOverSession }] = await Promise.all([import('./api/sharedSession.ts'), LoginPage.preload?.()]);
    const taken = await takeOverSession();
    if (!taken) throw redirect({ to: '/login', state: { opened: href } });
    const place = takeLostPlace(taken.userData.userId, href);
    if (place !== undefined && place !== href) throw redirect({ href: place });
  },
  component: lazyRouteComponent(() => import('./layout/Shell.tsx'), 'Shell'),
});

const dashboard = createRoute({
  getParentRoute: () => shell,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./dashboard/DashboardPage.tsx'), 'DashboardPage'),
});

/** Whoever may not see a screen is shown the dashboard. */
const onlyFor = (resource: Resource) => () => {
  if (!may('view', resource)) throw redirect({ to: '/dashboard' });
};

const users = createRoute({
  getParentRoute: () => shell,
  path: '/register',
  validateSearch: listSearch(''),
  beforeLoad: onlyFor('users'),
  loader: fetchesAhead({ path: listPaths.users, pageSize: pageSizes.users }),
  component: lazyRouteComponent(() => import('./users/UsersPage.tsx'), 'UsersPage'),
});

const profile = createRoute({
  getParentRoute: () => shell,
  path: '/profile',
  component: lazyRouteComponent(() => import('./profile/ProfilePage.tsx'), 'ProfilePage'),
});

const activity = createRoute({
  getParentRoute: () => shell,
  path: '/activity',
  // What of the address is theirs its list and its filters know; to know it here would weigh on the first load.
  beforeLoad: onlyFor('activity'),
  component: lazyRouteComponent(() => import('./history/ActivityPage.tsx'), 'ActivityPage'),
});

/** The screen of each master, in the file of its name. */
const screens = import.meta.glob<{ Page: ComponentType }>('./masters/[a-z]*.tsx');
const masterScreens = masterRows.map((master) => {
  const screen = screens[`./masters/${master.resource}.tsx`];
  if (!screen) throw new Error(`web/masters/ has no screen of ${master.resource}`);
  return createRoute({
    getParentRoute: () => shell,
    path: master.screenPath,
    validateSearch: listSearch(''),
    loader: fetchesAhead(ofMaster(master)),
    component: lazyRouteComponent(screen, 'Page'),
  });
});

const inward = createRoute({
  getParentRoute: () => shell,
  path: '/inward',
  validateSearch: listSearch(''),
  loader: fetchesAhead({ path: listPaths.inward, pageSize: pageSizes.inward }),
  component: lazyRouteComponent(() => import('./inward/InwardPage.tsx'), 'InwardPage'),
});

const production = createRoute({
  getParentRoute: () => shell,
  path: '/production',
  validateSearch: listSearch('', 'stock'),
  loader: fetchesAhead(
    { path: listPaths.production, pageSize: pageSizes.production },
    { path: listPaths.stock, pageSize: pageSizes.productionStock, prefix: 'stock' },
  ),
  component: lazyRouteComponent(() => import('./production/ProductionPage.tsx'), 'ProductionPage'),
});

const goods = createRoute({
  getParentRoute: () => shell,
  path: finishedGoods.screenPath,
  validateSearch: listSearch(''),
  loader: fetchesAhead(ofMaster(finishedGoods)),
  component: lazyRouteComponent(() => import('./goods/GoodsPage.tsx'), 'GoodsPage'),
});

const reports = createRoute({
  getParentRoute: () => shell,
  path: '/reports',

  component: lazyRouteComponent(() => import('./reports/ReportsPage.tsx'), 'ReportsPage'),
});

const productReport = createRoute({
  getParentRoute: () => shell,
  path: '/reports/products',
  validateSearch: listSearch(''),
  loader: fetchesAhead({ path: finishedGoods.apiPath, pageSize: pageSizes.productStock }),
  component: lazyRouteComponent(() => import('./reports/ProductStockPage.tsx'), 'ProductStockPage'),
});

const rawMaterialReport = createRoute({
  getParentRoute: () => shell,
  path: '/reports/rawmaterialreports',
  validateSearch: listSearch(''),
  loader: fetchesAhead({ path: listPaths.stock, pageSize: pageSizes.stockReport }),
  component: lazyRouteComponent(() => import('./reports/StockReportPage.tsx'), 'StockReportPage'),
});

const productionReport = createRoute({
  getParentRoute: () => shell,
  path: '/reports/productionreports',
  validateSearch: listSearch(''),
  // Nothing is fetched ahead: the stock must have come before the report is asked for (specification §4).
  component: lazyRouteComponent(() => import('./reports/ProductionReportPage.tsx'), 'ProductionReportPage'),
});

const backups = createRoute({
  getParentRoute: () => shell,
  path: '/backups',
  beforeLoad: onlyFor('backups'),
  component: lazyRouteComponent(() => import('./backups/BackupsPage.tsx'), 'BackupsPage'),
});

const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/login' });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    forgotPassword,
    shell.addChildren([
      dashboard,
      users,
      profile,
      activity,
      ...masterScreens,
      inward,
      production,
      goods,
      reports,
      productionReport,
      productReport,
      rawMaterialReport,
      backups,
    ]),
    anythingElse,
  ]),
  // Under the pointer or the focus, a screen's code and its first rows come before it is pressed.
  defaultPreload: 'intent',
  defaultPreloadDelay: 0,
  // How long rows stand, their queries know.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: true,
  // Plain texts in the address, so that a search for a phone number reads as one.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** Of the sign-in: the address that was opened without a session. */
    opened?: string;
  }
}
