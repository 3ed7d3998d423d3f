import { Button, Checkbox, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { authEndpoints, registerBody, setupTexts } from '#contract/auth.ts';
import { ApiError, call, messageOf } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotency.ts';
import { leaveAfterPointer } from '#web/ui/afterPointer.ts';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import classes from './AuthFrame.module.css';
import { useSignIn } from './useSignIn.ts';

const blank = {
  fullName: '',
  email: '',
  phone: '',
  password: '',
  userRole: 'admin',
  loadSampleData: true,
  setupCode: '',
};

export function FirstAdministrator({ needsSetupCode }: { needsSetupCode: boolean }) {
  const signIn = useSignIn();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const form = useForm({
    initialValues: blank,
    validate: schemaResolver(registerBody, { sync: true }),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
  });
  const registration = useMutation({
    mutationFn: (values: typeof blank) => call(authEndpoints.register, { body: values, idempotencyKey }),
    onSuccess: (_, values) => signIn.mutate({ userName: values.email, userPassword: values.password }),
    onError: (fault) => {
      if (!(fault instanceof ApiError)) return;
      form.setErrors(
        Object.fromEntries(Object.entries(fault.errors).map(([field, texts]) => [field, texts.join('\n')])),
      );
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
        onSubmit={form.onSubmit((values) => registration.mutate(values))}
      >
        <TextInput label="Full Name" required autoComplete="name" autoFocus {...form.getInputProps('fullName')} />
        <TextInput label="Email" required type="email" autoComplete="username" {...form.getInputProps('email')} />
        <TextInput
          label="Phone"
          required
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          {...form.getInputProps('phone')}
        />
        <PasswordField label="Password" required autoComplete="new-password" {...form.getInputProps('password')} />
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
        {failure && (
          <p role="alert" className={classes.failure}>
            {messageOf(failure)}
          </p>
        )}
        <Button type="submit" disabled={busy}>
          {busy ? 'Creating...' : 'Create administrator'}
        </Button>
      </form>
    </>
  );
}
