/** The screens of administrators. */
import { guarded, lazyScreen } from './routes.tsx';

// The lazy-loaded page validates its own parameters: doing it here would enlarge the first load.
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

export const administration = [activity, company, backups] as const;
