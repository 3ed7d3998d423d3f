import { Notifications } from '@mantine/notifications';
import { useIsPhone } from './useIsPhone.ts';

/** Where alerts appear: on a phone at the top, since the buttons that save are at the bottom. */
export function Toasts() {
  return <Notifications position={useIsPhone() ? 'top-center' : 'bottom-left'} limit={4} />;
}
