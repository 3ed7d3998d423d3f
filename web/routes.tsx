/** The routes around the screens: sign-in and shell, and what makes a route of a screen. */
import {
  createRootRoute,
  createRoute,
  lazyRouteComponent,
  redirect,
  type RouteComponent,
} from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { errorTexts } from '#contract/core/errors.ts';
import { healthEndpoint } from '#contract/core/health.ts';
import type { Resource } from '#contract/permissions.ts';
import { kinds, masterRows, type RecordKind } from '#contract/kinds.ts';
import { call, reopenSession } from './core/api/client.ts';
import { keptUser } from './core/api/keptUser.ts';
import { askFor, clearSession, currentUser, may, popPlace } from './core/api/session.ts';
import { adoptSession } from './core/api/sharedSession.ts';
import { Root } from './office/shell/Root.tsx';
import { listSearch } from './core/list/listSearch.ts';
import { ofMaster, prefetchLists } from './core/list/pages.ts';
import { toastFailed } from './core/ui/toast.tsx';

export const root = createRootRoute({ component: Root });

/** The code of a screen. The router reloads the page if a module is missing, which must only happen if Godown answers. */
export const lazyScreen: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(
    () =>
      load().catch(async (fault: unknown) => {
        await call(healthEndpoint);
        throw fault;
      }),
    name,
  );

const LoginPage = lazyScreen(() => import('./core/auth/LoginPage.tsx'), 'LoginPage');

export const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  // Visiting the sign-in always ends the present session (specification §2).
  beforeLoad: ({ preload }) => {
    if (!preload) clearSession();
  },
  component: LoginPage,
});

/** The empty path leads to the sign-in (specification §2), on a kept device past it (decision 116). */
export const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: keptUser() === undefined ? '/login' : '/dashboard' });
  },
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
  component: lazyScreen(() => import('./core/auth/ForgotPasswordPage.tsx'), 'ForgotPasswordPage'),
});

/** The screens of those who are signed in. */
export const shell = createRoute({
  getParentRoute: () => root,
  id: 'shell',
  beforeLoad: async ({ location: { href } }) => {
    if (currentUser()) return;
    askFor(href);
    // In parallel: without a session in another tab, the login page is loaded by the time they have not answered.
    const [taken = await reopenSession()] = await Promise.all([adoptSession(), LoginPage.preload?.()]);
    if (!taken) throw redirect({ to: '/login' });
    const place = popPlace(taken.userData.userId);
    if (place !== undefined && place !== href) throw redirect({ href: place });
  },
  component: lazyScreen(() => import('./office/shell/Shell.tsx'), 'Shell'),
});

/** Redirects users without access to another screen, with a toast. */
function withoutAccess(to: '/dashboard' | '/adjustments', { preload }: { preload: boolean }) {
  if (!preload) toastFailed(errorTexts.noAccess);
  return redirect({ to });
}

/** Redirects users without access to the dashboard. */
export const requireView = (resource: Resource) => (opening: { preload: boolean }) => {
  if (!may('view', resource)) throw withoutAccess('/dashboard', opening);
};

/** Redirects users who may not record adjustments, or count, to their list. */
export const requireCreate = (resource: 'adjustments' | 'counts') => (opening: { preload: boolean }) => {
  if (!may('create', resource)) throw withoutAccess('/adjustments', opening);
};

/** A screen without a query, for those who may see such records. */
export function guarded<const Path extends string>(path: Path, resource: Resource, component: RouteComponent) {
  return createRoute({ getParentRoute: () => shell, path, beforeLoad: requireView(resource), component });
}

/** A screen without a query. */
export function screen<const Path extends string>(path: Path, component: RouteComponent) {
  return createRoute({ getParentRoute: () => shell, path, component });
}

/** A screen with the states of lists, by their prefixes. */
export function searchedScreen<const Path extends string>(
  path: Path,
  component: RouteComponent,
  ...prefixes: string[]
) {
  return createRoute({ getParentRoute: () => shell, path, validateSearch: listSearch('', ...prefixes), component });
}

/** A list with a search. */
export function listScreen<const Kind extends RecordKind>(kind: Kind, component: RouteComponent) {
  const { screenPath: path, listPath, pageSize } = kinds[kind];
  const loader = prefetchLists({ path: listPath, pageSize });
  return createRoute({ getParentRoute: () => shell, path, validateSearch: listSearch(''), loader, component });
}

/** Each master's screen is the file of its name. */
const screens = import.meta.glob<{ Page: ComponentType }>('./masters/[a-z]*.tsx');
export const masterScreens = masterRows.map((master) => {
  const load = screens[`./masters/${master.resource}.tsx`];
  if (!load) throw new Error(`web/masters/ has no screen of ${master.resource}`);
  return createRoute({
    getParentRoute: () => shell,
    path: master.screenPath,
    validateSearch: listSearch(''),
    loader: prefetchLists(ofMaster(master)),
    component: lazyScreen(load, 'Page'),
  });
});

/** State that a screen passes to the next one, outside of the address. */
declare module '@tanstack/react-router' {
  interface HistoryState {
    /** On a dispatch: its delivery note is printed once it is loaded. */
    print?: boolean;
    /** On a list that a record led back to: the row that was left for it. */
    leftRow?: number;
    /** On a screen with a form: the form is opened for a new record. */
    begin?: Resource;
    /** With `begin`: the party of the new inward, dispatch or certificate. */
    beginFor?: { value: number; label: string };
    /** On a page of opening stock: its form is opened at the supplier of this lot. */
    namesSupplierOf?: number;
    /** On the form of a write-off: the lots of its lines. */
    writesOff?: { lotId: number; code: string; itemName: string; unit: string; onHandQty: number }[];
  }
}
