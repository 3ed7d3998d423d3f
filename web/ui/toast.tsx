/** The specification's alerts: an error stays until someone closes it, a success goes by itself. */
import { notifications } from '@mantine/notifications';

/** Says that something was done; the alerts of the tries before it are settled with it. */
export function toastDone(text: string) {
  notifications.clean();
  notifications.show({ title: text, message: null, role: 'status', color: 'var(--green)', autoClose: 4000 });
}

/** Says that something failed, and below it why, where that adds something. */
export function toastFailed(text: string, reason?: string) {
  notifications.show({
    id: text,
    title: text,
    message: reason && !text.includes(reason) ? reason : null,
    role: 'alert',
    color: 'var(--red)',
    autoClose: false,
  });
}
