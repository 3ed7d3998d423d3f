/** Changes the user's own password: requires the current one and ends their other sessions. */
import { Button } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useState } from 'react';
import { passwordBody, profileTexts, sessionEndpoints } from '#contract/core/accounts/sessions.ts';
import { call, fieldMessagesOf, whyOf } from '#web/core/api/client.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { currentUser } from '#web/core/api/session.ts';
import { useSaving } from '#web/core/form/useSaving.ts';
import { leaveAfterPointer } from '#web/core/ui/afterPointer.ts';
import { focusFirstFault } from '#web/core/form/fieldFocus.ts';
import { PasswordField } from '#web/core/form/fields/PasswordField.tsx';
import { clearFailures, toastDone, toastFailed } from '#web/core/ui/toast.tsx';
import classes from './ProfilePage.module.css';

const blank = { currentPassword: '', newPassword: '' };

export function PasswordForm({ onChanged }: { onChanged: () => void }) {
  const [idempotencyKey, setIdempotencyKey] = useState(newIdempotencyKey);
  const form = useForm({
    initialValues: blank,
    validate: schemaResolver(passwordBody, { sync: true }),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
    // A key per content: only resending the same content is a retry.
    onValuesChange: () => setIdempotencyKey(newIdempotencyKey()),
  });
  const { save, busy } = useSaving({
    send: (body: typeof blank) => call(sessionEndpoints.changePassword, { body, idempotencyKey }),
    onSaved: ({ message }) => {
      toastDone(message);
      onChanged();
    },
    onFailed: (fault) => {
      toastFailed(profileTexts.passwordFailed, whyOf(fault));
      focusFirstFault(() => form.setErrors(fieldMessagesOf(fault)));
    },
  });
  const submit = form.onSubmit(save, () => focusFirstFault());

  return (
    <form
      className={classes.password}
      noValidate
      aria-labelledby="change-password"
      onSubmit={(event) => {
        clearFailures();
        submit(event);
      }}
    >
      <h2 id="change-password">{profileTexts.changePassword}</h2>
      {/* Names the account for password managers. */}
      <input type="text" autoComplete="username" value={currentUser()?.email ?? ''} readOnly hidden />
      <PasswordField
        label="Current password"
        required
        autoComplete="current-password"
        {...form.getInputProps('currentPassword')}
      />
      <PasswordField label="New password" required autoComplete="new-password" {...form.getInputProps('newPassword')} />
      <Button type="submit" disabled={busy}>
        {profileTexts.changePassword}
      </Button>
    </form>
  );
}
