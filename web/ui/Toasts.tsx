import { Notifications } from '@mantine/notifications';
import { useIsPhone } from './useIsPhone.ts';

/**
 * Where alerts appear: on a phone at the top, since the buttons that save are at the bottom. The place is there from the
 * start and is listened to, since a message that comes together with its own live region is often not read out.
 */
export function Toasts() {
  return <Notifications position={useIsPhone() ? 'top-center' : 'bottom-left'} limit={4} aria-live="polite" />;
}
