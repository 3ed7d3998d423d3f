/** Every screen: its path, its component and its URL parameters. */
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
import { finishedGoods, listFilters, listPaths, masterRows, pageSizes } from '#contract/resources.ts';
import { clearSession, currentUser, may, takeLostPlace } from './api/session.ts';
import { Root } from './layout/Root.tsx';
import { ScreenFailed } from './layout/ScreenFailed.tsx';
import { filteredListSearch, listSearch } from './list/listSearch.ts';
import { prefetchLists, ofMaster } from './list/pages.ts';

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
    // In parallel: without a session in another tab, the login page is loaded by the time they have not answered.
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

/** Redirects users without access to the dashboard. */
const requireView = (resource: Resource) => () => {
  if (!may('view', resource)) throw redirect({ to: '/dashboard' });
};

const users = createRoute({
  getParentRoute: () => shell,
  path: '/register',
  validateSearch: listSearch(''),
  beforeLoad: requireView('users'),
  loader: prefetchLists({ path: listPaths.users, pageSize: pageSizes.users }),
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
  // The lazy-loaded page validates its own parameters: doing it here would enlarge the first load.
  beforeLoad: requireView('activity'),
  component: lazyRouteComponent(() => import('./history/ActivityPage.tsx'), 'ActivityPage'),
});

/** Each master's screen is the file of its name. */
const screens = import.meta.glob<{ Page: ComponentType }>('./masters/[a-z]*.tsx');
const masterScreens = masterRows.map((master) => {
  const screen = screens[`./masters/${master.resource}.tsx`];
  if (!screen) throw new Error(`web/masters/ has no screen of ${master.resource}`);
  return createRoute({
    getParentRoute: () => shell,
    path: master.screenPath,
    validateSearch: listSearch(''),
    loader: prefetchLists(ofMaster(master)),
    component: lazyRouteComponent(screen, 'Page'),
  });
});

const inward = createRoute({
  getParentRoute: () => shell,
  path: '/inward',
  validateSearch: listSearch(''),
  loader: prefetchLists({ path: listPaths.inward, pageSize: pageSizes.inward }),
  component: lazyRouteComponent(() => import('./inward/InwardPage.tsx'), 'InwardPage'),
});

const production = createRoute({
  getParentRoute: () => shell,
  path: '/production',
  validateSearch: filteredListSearch(listFilters.runs, '', 'stock'),
  loader: prefetchLists(
    { path: listPaths.runs, pageSize: pageSizes.runs },
    { path: listPaths.stock, pageSize: pageSizes.productionStock, prefix: 'stock' },
  ),
  component: lazyRouteComponent(() => import('./production/ProductionPage.tsx'), 'ProductionPage'),
});

const run = createRoute({
  getParentRoute: () => shell,
  path: '/production/$runId',
  component: lazyRouteComponent(() => import('./production/RunPage.tsx'), 'RunPage'),
});

const goods = createRoute({
  getParentRoute: () => shell,
  path: finishedGoods.screenPath,
  validateSearch: listSearch(''),
  loader: prefetchLists(ofMaster(finishedGoods)),
  component: lazyRouteComponent(() => import('./goods/GoodsPage.tsx'), 'GoodsPage'),
});

const good = createRoute({
  getParentRoute: () => shell,
  path: `${finishedGoods.screenPath}/$finishedGoodId`,
  component: lazyRouteComponent(() => import('./goods/BatchPage.tsx'), 'BatchPage'),
});

const lots = createRoute({
  getParentRoute: () => shell,
  path: listPaths.lots,
  validateSearch: listSearch(''),
  loader: prefetchLists({ path: listPaths.lots, pageSize: pageSizes.lots }),
  component: lazyRouteComponent(() => import('./lots/LotsPage.tsx'), 'LotsPage'),
});

const recipes = createRoute({
  getParentRoute: () => shell,
  path: listPaths.recipes,
  validateSearch: listSearch(''),
  loader: prefetchLists({ path: listPaths.recipes, pageSize: pageSizes.recipes }),
  component: lazyRouteComponent(() => import('./recipes/RecipesPage.tsx'), 'RecipesPage'),
});

const lot = createRoute({
  getParentRoute: () => shell,
  path: '/lots/$lotId',
  component: lazyRouteComponent(() => import('./lots/LotPage.tsx'), 'LotPage'),
});

const adjustments = createRoute({
  getParentRoute: () => shell,
  path: listPaths.adjustments,
  validateSearch: listSearch(''),
  loader: prefetchLists({ path: listPaths.adjustments, pageSize: pageSizes.adjustments }),
  component: lazyRouteComponent(() => import('./adjustments/AdjustmentsPage.tsx'), 'AdjustmentsPage'),
});

const adjustment = createRoute({
  getParentRoute: () => shell,
  path: '/adjustments/$adjustmentId',
  component: lazyRouteComponent(() => import('./adjustments/AdjustmentPage.tsx'), 'AdjustmentPage'),
});

/** Redirects users who may not record adjustments to their list. */
const requireAdjusting = () => {
  if (!may('create', 'adjustments')) throw redirect({ to: '/adjustments' });
};

const count = createRoute({
  getParentRoute: () => shell,
  path: '/adjustments/count',
  validateSearch: listSearch(''),
  beforeLoad: requireAdjusting,
  component: lazyRouteComponent(() => import('./adjustments/CountPage.tsx'), 'CountPage'),
});

const newAdjustment = createRoute({
  getParentRoute: () => shell,
  path: '/adjustments/new/$kind',
  beforeLoad: requireAdjusting,
  component: lazyRouteComponent(() => import('./adjustments/NewAdjustmentPage.tsx'), 'NewAdjustmentPage'),
});

const dispatches = createRoute({
  getParentRoute: () => shell,
  path: listPaths.dispatches,
  // 'sendLotId': the batch for which the form opens.
  validateSearch: filteredListSearch([...listFilters.dispatches, 'sendLotId'], ''),
  loader: prefetchLists({ path: listPaths.dispatches, pageSize: pageSizes.dispatches }),
  component: lazyRouteComponent(() => import('./dispatches/DispatchesPage.tsx'), 'DispatchesPage'),
});

const dispatch = createRoute({
  getParentRoute: () => shell,
  path: '/dispatches/$dispatchId',
  component: lazyRouteComponent(() => import('./dispatches/DispatchPage.tsx'), 'DispatchPage'),
});

const buyer = createRoute({
  getParentRoute: () => shell,
  path: '/buyers/$buyerId',
  validateSearch: listSearch(''),
  component: lazyRouteComponent(() => import('./buyers/BuyerPage.tsx'), 'BuyerPage'),
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
  loader: prefetchLists({ path: finishedGoods.apiPath, pageSize: pageSizes.productStock }),
  component: lazyRouteComponent(() => import('./reports/ProductStockPage.tsx'), 'ProductStockPage'),
});

const rawMaterialReport = createRoute({
  getParentRoute: () => shell,
  path: '/reports/rawmaterialreports',
  validateSearch: listSearch(''),
  loader: prefetchLists({ path: listPaths.stock, pageSize: pageSizes.stockReport }),
  component: lazyRouteComponent(() => import('./reports/StockReportPage.tsx'), 'StockReportPage'),
});

const productionReport = createRoute({
  getParentRoute: () => shell,
  path: '/reports/productionreports',
  validateSearch: listSearch(''),
  // No prefetch: the stock must be loaded before the report is requested (specification §4).
  component: lazyRouteComponent(() => import('./reports/ProductionReportPage.tsx'), 'ProductionReportPage'),
});

const backups = createRoute({
  getParentRoute: () => shell,
  path: '/backups',
  beforeLoad: requireView('backups'),
  component: lazyRouteComponent(() => import('./backups/BackupsPage.tsx'), 'BackupsPage'),
});

const notFound = createRoute({
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
      run,
      goods,
      good,
      lots,
      recipes,
      lot,
      adjustments,
      count,
      newAdjustment,
      adjustment,
      dispatches,
      dispatch,
      buyer,
      reports,
      productionReport,
      productReport,
      rawMaterialReport,
      backups,
    ]),
    notFound,
  ]),
  // Hover and focus preload a screen's code and first page.
  defaultPreload: 'intent',
  defaultPreloadDelay: 0,
  // The query client decides how long data is fresh.
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: ScreenFailed,
  scrollRestoration: true,
  // Plain text instead of JSON in the URL, so that a search for a phone number has no quotes.
  parseSearch: parseSearchWith((text) => text),
  stringifySearch: stringifySearchWith(String),
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface HistoryState {
    /** On the login page: the address that was opened without a session. */
    opened?: string;
    /** On a dispatch: its delivery note is printed as soon as it is there. */
    print?: boolean;
  }
}
