import '#web/core/form/fields/checkbox.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { authEndpoints, registerBody, setupTexts } from '#contract/core/accounts/auth.ts';
import { ApiError, call, fieldMessagesOf, messageOf } from '#web/core/api/client.ts';
import { newIdempotencyKey } from '#web/core/api/idempotency.ts';
import { userTexts } from '#contract/core/accounts/users.ts';
import { focusFirstFault, goOnWithEnter } from '#web/core/form/fieldFocus.ts';
import { useIsSending } from '#web/core/form/useIsSending.ts';
import { leaveAfterPointer } from '#web/core/ui/afterPointer.ts';
import { PhoneField } from '#web/core/form/fields/PhoneField.tsx';
import { PasswordField } from '#web/core/form/fields/PasswordField.tsx';
import classes from './AuthFrame.module.css';
import { useSignIn } from './useSignIn.ts';

const blank = {
  fullName: '',
  email: '',
  phone: '',
  password: '',
  userRole: 'admin',
  loadSampleData: false,
  setupCode: '',
};

/** Whether an administrator exists already. */
function isTaken(fault: Error | null): boolean {
  return fault instanceof ApiError && (fault.code === 'conflict' || fault.code === 'unauthenticated');
}

export function FirstAdministrator({ needsSetupCode }: { needsSetupCode: boolean }) {
  const signIn = useSignIn();
  const isSending = useIsSending();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const form = useForm({
    initialValues: blank,
    validate: schemaResolver(registerBody, { sync: true }),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
  });
  const registration = useMutation({
    mutationFn: ({ setupCode, ...values }: typeof blank) =>
      call(authEndpoints.register, { body: { ...values, ...(needsSetupCode && { setupCode }) }, idempotencyKey }),
    onSuccess: (_, values) => signIn.mutate({ userName: values.email, userPassword: values.password }),
    onError: (fault, values) => {
      focusFirstFault(() => form.setErrors(fieldMessagesOf(fault)));
      // This form may have created it, with the answer lost.
      if (isTaken(fault)) signIn.mutate({ userName: values.email, userPassword: values.password });
    },
  });
  const busy = registration.isPending || signIn.isPending;
  const failure = registration.error ?? signIn.error;

  return (
    <>
      <h2 className={classes.subtitle}>{setupTexts.title}</h2>
      <form
        className={classes.form}
        noValidate
        aria-label={setupTexts.title}
        onSubmit={form.onSubmit(
          (values) => {
            if (!isSending()) registration.mutate(values);
          },
          () => focusFirstFault(),
        )}
      >
        <TextInput label="Full Name" required autoComplete="name" autoFocus {...form.getInputProps('fullName')} />
        <TextInput label="Email" required type="email" autoComplete="username" {...form.getInputProps('email')} />
        <PhoneField label="Phone" required autoComplete="tel-national" {...form.getInputProps('phone')} />
        <PasswordField
          label="Password"
          required
          rule={userTexts.passwordRule}
          autoComplete="new-password"
          onKeyDown={goOnWithEnter}
          {...form.getInputProps('password')}
        />
        {needsSetupCode && (
          <TextInput
            label={setupTexts.codeLabel}
            description={setupTexts.codeHint}
            required
            autoComplete="off"
            {...form.getInputProps('setupCode')}
          />
        )}
        <Checkbox label={setupTexts.sampleData} {...form.getInputProps('loadSampleData', { type: 'checkbox' })} />
        {failure && !busy && (
          <p role="alert" className={classes.failure}>
            {isTaken(registration.error) ? setupTexts.alreadyDone : messageOf(failure)}
          </p>
        )}
        <Button type="submit" disabled={busy}>
          {busy ? 'Creating...' : 'Create administrator'}
        </Button>
      </form>
    </>
  );
}
