/** The specification's alerts: an error stays until someone closes it, a success goes by itself. */
import { notifications } from '@mantine/notifications';

/** Takes every alert away, once what they said is settled. */
export function clearToasts() {
  notifications.clean();
}

/** Says that something was done; the alerts of the tries before it are settled with it. */
export function toastDone(text: string) {
  clearToasts();
  notifications.show({ title: text, message: null, role: 'status', color: 'var(--green)', autoClose: 4000 });
}

/** Says that something failed, and below it why, where that adds something; said again, it gives the newest reason. */
export function toastFailed(text: string, reason?: string) {
  const alert = {
    id: text,
    title: text,
    message: reason && !text.includes(reason) ? reason : null,
    role: 'alert',
    color: 'var(--red)',
    autoClose: false as const,
  };
  // One of the two does nothing: the first where it isn't there yet, the second where it is.
  notifications.update(alert);
  notifications.show(alert);
}
