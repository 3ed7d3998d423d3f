import { Outlet } from '@tanstack/react-router';
import { ConnectionBanner } from '../../core/layout/ConnectionBanner.tsx';
import { Toasts } from './Toasts.tsx';

/** Wraps every page, signed in or not. */
export function Root() {
  return (
    <>
      <ConnectionBanner />
      <Outlet />
      <Toasts />
    </>
  );
}
