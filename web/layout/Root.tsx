import { Outlet } from '@tanstack/react-router';
import { Toasts } from '#web/ui/Toasts.tsx';
import { ConnectionBanner } from './ConnectionBanner.tsx';

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
