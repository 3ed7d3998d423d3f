import '#web/core/form/fields/checkbox.css';
import { Button, Checkbox, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { Link } from '@tanstack/react-router';
import { credentials, loginTexts } from '#contract/core/accounts/auth.ts';
import { lostTexts } from '#contract/core/accounts/signedIn.ts';
import { ApiError, messageOf } from '#web/core/api/client.ts';
import { lostPlace } from '#web/core/api/session.ts';
import { useIsSending } from '#web/core/form/useIsSending.ts';
import { leaveAfterPointer } from '#web/core/ui/afterPointer.ts';
import { PasswordField } from '#web/core/form/fields/PasswordField.tsx';
import classes from './AuthFrame.module.css';
import { useSignIn } from './useSignIn.ts';

/** The error's message; without one, the specification's text for wrong credentials where the answer is about them. */
function failureOf(fault: Error): string {
  const isRefused = fault instanceof ApiError && fault.code === 'unauthenticated' && fault.message === '';
  return isRefused ? loginTexts.refused : messageOf(fault);
}

export function LoginForm() {
  const signIn = useSignIn();
  const isSending = useIsSending();
  const form = useForm({
    initialValues: { userName: '', userPassword: '', keepSignedIn: false },
    validate: schemaResolver(credentials, { sync: true }),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
  });
  const lost = lostPlace();
  const invalid = !credentials.safeParse(form.values).success;

  return (
    <>
      <h2 className={classes.subtitle}>{loginTexts.subtitle}</h2>
      {lost && (
        <p role="status" className={classes.lost}>
          {lost.draft ? lostTexts.typed : lostTexts.ended}
        </p>
      )}
      <form
        className={`${classes.form} ${classes.plain}`}
        noValidate
        aria-label={loginTexts.subtitle}
        onSubmit={form.onSubmit((values) => {
          if (!isSending()) signIn.mutate(values);
        })}
      >
        <TextInput
          label="Email"
          type="email"
          autoComplete="username"
          required
          autoFocus
          {...form.getInputProps('userName')}
        />
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          {...form.getInputProps('userPassword')}
        />
        <Checkbox label={loginTexts.keep} {...form.getInputProps('keepSignedIn', { type: 'checkbox' })} />
        <Link to="/forgot-password" className={classes.link}>
          {loginTexts.forgotPassword}
        </Link>
        {signIn.error && (
          <p role="alert" className={classes.failure}>
            {failureOf(signIn.error)}
          </p>
        )}
        <Button type="submit" disabled={signIn.isPending || invalid}>
          {signIn.isPending ? loginTexts.busy : 'Login'}
        </Button>
      </form>
    </>
  );
}
