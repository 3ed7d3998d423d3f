/** Every screen: its path, its component and its URL parameters. */
import { createRoute, createRouter, parseSearchWith, type SearchSchemaInput } from '@tanstack/react-router';
import { finishedGoods, listPaths, pageSizes } from '#contract/kinds.ts';
import { queryText } from './core/api/queryText.ts';
import { ScreenFailed } from './core/layout/ScreenFailed.tsx';
import { listSearch } from './core/list/listSearch.ts';
import { prefetchLists } from './core/list/pages.ts';
import {
  forgotPassword,
  guarded,
  home,
  lazyScreen,
  listScreen,
  login,
  notFound,
  requireCreate,
  requireView,
  root,
  screen,
  masterScreens,
  searchedScreen,
  shell,
} from './routes.tsx';
import { traceSearch } from './prove/trace/traceSearch.ts';

const dashboard = screen(
  '/dashboard',
  lazyScreen(() => import('./office/dashboard/DashboardPage.tsx'), 'DashboardPage'),
);

const users = createRoute({
  getParentRoute: () => shell,
  path: '/register',
  validateSearch: listSearch(''),
  beforeLoad: requireView('users'),
  loader: prefetchLists({ path: listPaths.users, pageSize: pageSizes.users }),
  component: lazyScreen(() => import('./office/users/UsersPage.tsx'), 'UsersPage'),
});

const activity = guarded(
  '/activity',
  'activity',
  lazyScreen(() => import('./office/history/ActivityPage.tsx'), 'ActivityPage'),
);

const company = guarded(
  '/company',
  'company',
  lazyScreen(() => import('./office/company/CompanyPage.tsx'), 'CompanyPage'),
);

const backups = guarded(
  '/backups',
  'backups',
  lazyScreen(() => import('./office/backups/BackupsPage.tsx'), 'BackupsPage'),
);

const user = guarded(
  '/register/$userId',
  'users',
  lazyScreen(() => import('./office/users/UserPage.tsx'), 'UserPage'),
);

const profile = screen(
  '/profile',
  lazyScreen(() => import('./office/profile/ProfilePage.tsx'), 'ProfilePage'),
);

const inward = listScreen(
  'inward',
  lazyScreen(() => import('./buy/inward/InwardsPage.tsx'), 'InwardsPage'),
);

const inwardRecord = screen(
  '/inward/$inwardId',
  lazyScreen(() => import('./buy/inward/InwardPage.tsx'), 'InwardPage'),
);

const file = screen(
  '/files/$of/$id',
  lazyScreen(() => import('./office/files/FilePage.tsx'), 'FilePage'),
);

const production = createRoute({
  getParentRoute: () => shell,
  path: '/production',
  validateSearch: listSearch('', 'stock'),
  loader: prefetchLists(
    { path: listPaths.runs, pageSize: pageSizes.runs },
    { path: listPaths.stock, pageSize: pageSizes.productionStock, prefix: 'stock' },
  ),
  component: lazyScreen(() => import('./make/production/RunsPage.tsx'), 'RunsPage'),
});

const run = screen(
  '/production/$runId',
  lazyScreen(() => import('./make/production/RunPage.tsx'), 'RunPage'),
);

const goods = listScreen(
  'goods',
  lazyScreen(() => import('./make/goods/GoodsPage.tsx'), 'GoodsPage'),
);

const good = screen(
  `${finishedGoods.screenPath}/$finishedGoodId`,
  lazyScreen(() => import('./make/goods/GoodPage.tsx'), 'GoodPage'),
);

const lots = listScreen(
  'lots',
  lazyScreen(() => import('./stock/lots/LotsPage.tsx'), 'LotsPage'),
);

const ledger = searchedScreen(
  '/stock-ledger',
  lazyScreen(() => import('./stock/stockLedger/LedgerPage.tsx'), 'LedgerPage'),
);

const recipes = listScreen(
  'recipes',
  lazyScreen(() => import('./make/recipes/RecipesPage.tsx'), 'RecipesPage'),
);

const lot = screen(
  '/lots/$lotId',
  lazyScreen(() => import('./office/recordPages/LotPage.tsx'), 'LotPage'),
);

const adjustments = listScreen(
  'adjustments',
  lazyScreen(() => import('./stock/adjustments/AdjustmentsPage.tsx'), 'AdjustmentsPage'),
);

const adjustment = screen(
  '/adjustments/$adjustmentId',
  lazyScreen(() => import('./stock/adjustments/AdjustmentPage.tsx'), 'AdjustmentPage'),
);

const count = createRoute({
  getParentRoute: () => shell,
  path: '/adjustments/count',
  validateSearch: listSearch(''),
  beforeLoad: requireCreate('counts'),
  component: lazyScreen(() => import('./stock/adjustments/count/CountPage.tsx'), 'CountPage'),
});

const newAdjustment = createRoute({
  getParentRoute: () => shell,
  path: '/adjustments/new/$kind',
  // 'dispatchId': of which a buyer returns something.
  validateSearch: listSearch(''),
  beforeLoad: requireCreate('adjustments'),
  component: lazyScreen(() => import('./stock/adjustments/NewAdjustmentPage.tsx'), 'NewAdjustmentPage'),
});

const dispatches = listScreen(
  'dispatches',
  lazyScreen(() => import('./ship/dispatches/DispatchesPage.tsx'), 'DispatchesPage'),
);

const dispatch = screen(
  '/dispatches/$dispatchId',
  lazyScreen(() => import('./ship/dispatches/DispatchPage.tsx'), 'DispatchPage'),
);

const buyer = searchedScreen(
  '/buyers/$buyerId',
  lazyScreen(() => import('./office/recordPages/BuyerPage.tsx'), 'BuyerPage'),
);

const supplier = searchedScreen(
  '/suppliers/$supplierId',
  lazyScreen(() => import('./office/recordPages/SupplierPage.tsx'), 'SupplierPage'),
  'certificates',
  'inwards',
);

/** The chosen other record: `?with=57`. */
const mergeSearch = ({ with: other }: { with?: unknown } & SearchSchemaInput): { with?: number } => ({
  with: Number(other) || undefined,
});

const merge = createRoute({
  getParentRoute: () => shell,
  path: '/merge/$kind/$id',
  validateSearch: mergeSearch,
  beforeLoad: requireView('merges'),
  component: lazyScreen(() => import('./masters/merge/MergePage.tsx'), 'MergePage'),
});

const material = screen(
  '/rawmaterials/$rawMaterialId',
  lazyScreen(() => import('./office/recordPages/ItemPage.tsx'), 'MaterialPage'),
);

const product = screen(
  '/products/$productId',
  lazyScreen(() => import('./office/recordPages/ItemPage.tsx'), 'ProductPage'),
);

const certificates = listScreen(
  'certificates',
  lazyScreen(() => import('./prove/certificates/CertificatesPage.tsx'), 'CertificatesPage'),
);

const certificate = screen(
  '/certificates/$certificateId',
  lazyScreen(() => import('./prove/certificates/CertificatePage.tsx'), 'CertificatePage'),
);

const transactionCertificates = listScreen(
  'transactionCertificates',
  lazyScreen(
    () => import('./prove/transactionCertificates/TransactionCertificatesPage.tsx'),
    'TransactionCertificatesPage',
  ),
);

const certificationBodies = listScreen(
  'certificationBodies',
  lazyScreen(() => import('./prove/certificates/bodies/CertificationBodiesPage.tsx'), 'CertificationBodiesPage'),
);

const certificationBody = screen(
  '/certification-bodies/$certificationBodyId',
  lazyScreen(() => import('./prove/certificates/bodies/CertificationBodyPage.tsx'), 'CertificationBodyPage'),
);

const trace = createRoute({
  getParentRoute: () => shell,
  path: '/trace',
  validateSearch: traceSearch,
  component: lazyScreen(() => import('./prove/trace/TracePage.tsx'), 'TracePage'),
});

const massBalance = searchedScreen(
  '/mass-balance',
  lazyScreen(() => import('./prove/balance/MassBalancePage.tsx'), 'MassBalancePage'),
);

const LabelPage = lazyScreen(() => import('./stock/scan/LabelPage.tsx'), 'LabelPage');

const label = screen('/l/$code', LabelPage);

/** A GS1 Digital Link. */
const digitalLink = screen('/01/$gtin/10/$code', LabelPage);

const scan = screen(
  '/scan',
  lazyScreen(() => import('./stock/scan/ScanPage.tsx'), 'ScanPage'),
);

const recalls = listScreen(
  'recalls',
  lazyScreen(() => import('./prove/recalls/RecallsPage.tsx'), 'RecallsPage'),
);

const recall = screen(
  '/recalls/$recallId',
  lazyScreen(() => import('./prove/recalls/RecallPage.tsx'), 'RecallPage'),
);

const readiness = screen(
  '/readiness',
  lazyScreen(() => import('./prove/readiness/ReadinessPage.tsx'), 'ReadinessPage'),
);

const imports = screen(
  '/import/$kind',
  lazyScreen(() => import('./office/imports/ImportPage.tsx'), 'ImportPage'),
);

const packs = guarded(
  '/inspection-packs',
  'packs',
  lazyScreen(() => import('./prove/packs/PacksPage.tsx'), 'PacksPage'),
);

const reports = screen(
  '/reports',
  lazyScreen(() => import('./office/reports/ReportsPage.tsx'), 'ReportsPage'),
);

const productReport = createRoute({
  getParentRoute: () => shell,
  path: '/reports/products',
  validateSearch: listSearch(''),
  loader: prefetchLists({ path: finishedGoods.apiPath, pageSize: pageSizes.productStock }),
  component: lazyScreen(() => import('./office/reports/ProductStockPage.tsx'), 'ProductStockPage'),
});

const rawMaterialReport = createRoute({
  getParentRoute: () => shell,
  path: '/reports/rawmaterialreports',
  validateSearch: listSearch(''),
  loader: prefetchLists({ path: listPaths.stock, pageSize: pageSizes.stockReport }),
  component: lazyScreen(() => import('./office/reports/StockReportPage.tsx'), 'StockReportPage'),
});

// No prefetch: the stock must be loaded before the report is requested (specification §4).
const productionReport = searchedScreen(
  '/reports/productionreports',
  lazyScreen(() => import('./office/reports/ProductionReportPage.tsx'), 'ProductionReportPage'),
);

const batchCosts = searchedScreen(
  '/reports/batch-costs',
  lazyScreen(() => import('./office/reports/BatchCostsPage.tsx'), 'BatchCostsPage'),
);

export const router = createRouter({
  routeTree: root.addChildren([
    home,
    login,
    forgotPassword,
    shell.addChildren([
      dashboard,
      users,
      user,
      profile,
      ...masterScreens,
      inward,
      inwardRecord,
      file,
      production,
      run,
      goods,
      good,
      lots,
      recipes,
      ledger,
      lot,
      adjustments,
      count,
      newAdjustment,
      adjustment,
      dispatches,
      dispatch,
      buyer,
      supplier,
      merge,
      material,
      product,
      trace,
      massBalance,
      certificates,
      certificate,
      transactionCertificates,
      certificationBodies,
      certificationBody,
      label,
      digitalLink,
      scan,
      recalls,
      recall,
      readiness,
      packs,
      imports,
      reports,
      productionReport,
      productReport,
      rawMaterialReport,
      batchCosts,
      activity,
      company,
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
  stringifySearch: (search) => {
    const text = queryText(search);
    return text && `?${text}`;
  },
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
