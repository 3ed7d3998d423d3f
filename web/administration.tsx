/** The screens of administrators. */
import { lazyRouteComponent } from '@tanstack/react-router';
import { guarded } from './routes.tsx';

// The lazy-loaded page validates its own parameters: doing it here would enlarge the first load.
const activity = guarded(
  '/activity',
  'activity',
  lazyRouteComponent(() => import('./history/ActivityPage.tsx'), 'ActivityPage'),
);

const company = guarded(
  '/company',
  'company',
  lazyRouteComponent(() => import('./company/CompanyPage.tsx'), 'CompanyPage'),
);

const backups = guarded(
  '/backups',
  'backups',
  lazyRouteComponent(() => import('./backups/BackupsPage.tsx'), 'BackupsPage'),
);

export const administration = [activity, company, backups] as const;
