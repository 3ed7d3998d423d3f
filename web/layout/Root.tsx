import { Outlet } from '@tanstack/react-router';
import { ConnectionBanner } from './ConnectionBanner.tsx';

/** What stands on every page, signed in or not. */
export function Root() {
  return (
    <>
      <ConnectionBanner />
      <Outlet />
    </>
  );
}
