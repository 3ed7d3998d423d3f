/** The routes around the screens: sign-in and shell, and what makes a route of a screen. */
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import type { Resource } from '#contract/permissions.ts';
import { listPaths, pageSizes } from '#contract/resources.ts';
import { clearSession, currentUser, may, takeLostPlace } from './api/session.ts';
import { Root } from './layout/Root.tsx';
import { listSearch } from './list/listSearch.ts';
import { prefetchLists } from './list/pages.ts';

export const root = createRootRoute({ component: Root });

const LoginPage = lazyRouteComponent(() => import('./auth/LoginPage.tsx'), 'LoginPage');

export const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  // Visiting the sign-in always ends the session that was there (specification §2).
  beforeLoad: ({ preload }) => {
    if (!preload) clearSession();
  },
  component: LoginPage,
});

/** Unknown paths lead to the sign-in (specification §2). */
export const notFound = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/login' });
  },
});

export const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./auth/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});

/** The screens of those who are signed in. */
export const shell = createRoute({
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

/** Redirects users without access to the dashboard. */
export const requireView = (resource: Resource) => () => {
  if (!may('view', resource)) throw redirect({ to: '/dashboard' });
};

/** A screen without a query, for those who may see such records. */
export function guarded<const Path extends string>(path: Path, resource: Resource, component: RouteComponent) {
  return createRoute({ getParentRoute: () => shell, path, beforeLoad: requireView(resource), component });
}

/** A screen without a query. */
export function screen<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => shell, path, component });
}

type ListKind = 'lots' | 'recipes' | 'adjustments' | 'certificates' | 'transactionCertificates';

/** A list with a search, whose path and page size stand in the contract. */
export function listScreen<const Kind extends ListKind>(kind: Kind, component: RouteComponent) {
  const path = listPaths[kind];
  const loader = prefetchLists({ path, pageSize: pageSizes[kind] });
  return createRoute({ getParentRoute: () => shell, path, validateSearch: listSearch(''), loader, component });
}
