/** Specification §2, Forgot Password: first the e-mail address, then the mailed code and a new password. */
import '@mantine/core/styles/Loader.layer.css';
import { Button, Loader, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { z } from 'zod';
import { authEndpoints, resetBody, resetRequest, resetTexts } from '#contract/core/accounts/auth.ts';
import { ApiError, call, messageOf } from '#web/core/api/client.ts';
import { useIsSending } from '#web/core/form/useIsSending.ts';
import { leaveAfterPointer } from '#web/core/ui/afterPointer.ts';
import { PasswordField } from '#web/core/form/fields/PasswordField.tsx';
import { Popup } from '#web/core/ui/dialogs/Popup.tsx';
import { AuthFrame } from './AuthFrame.tsx';
import classes from './AuthFrame.module.css';

type ResetValues = z.input<typeof resetBody>;

const blank: ResetValues = { email: '', otp: '', password: '' };

export function ForgotPasswordPage() {
  const navigate = useNavigate();
  const isSending = useIsSending();
  const [stage, setStage] = useState<'email' | 'otp'>('email');
  const schema = stage === 'email' ? resetRequest : resetBody;
  const form = useForm<ResetValues>({
    initialValues: blank,
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
  });

  const sending = useMutation({
    mutationFn: ({ email }: ResetValues) => call(authEndpoints.requestReset, { query: { email } }),
    onSuccess: () => setStage('otp'),
  });
  const resetting = useMutation({
    mutationFn: (values: ResetValues) => call(authEndpoints.resetPassword, { body: values }),
    onMutate: () => sending.reset(),
  });

  const otpField = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (stage === 'otp') otpField.current?.focus();
  }, [stage]);

  const busy = sending.isPending || resetting.isPending;
  const invalid = !schema.safeParse(form.values).success;
  const spinner = busy && <Loader size={16} color="currentColor" aria-hidden />;
  const login = () => {
    navigate({ to: '/login' }).catch(console.error);
  };

  return (
    <AuthFrame>
      <h2 className={classes.subtitle}>Forgot Password</h2>
      <form
        className={`${classes.form} ${classes.plain}`}
        noValidate
        aria-label="Forgot Password"
        onSubmit={form.onSubmit((values) => {
          if (isSending()) return;
          if (stage === 'email') sending.mutate(values);
          else resetting.mutate(values);
        })}
      >
        {stage === 'email' ? (
          <TextInput
            key="email"
            label="Email"
            type="email"
            autoComplete="username"
            required
            autoFocus
            placeholder="Enter your registered email"
            {...form.getInputProps('email')}
          />
        ) : (
          <>
            <TextInput
              key="otp"
              ref={otpField}
              label="Enter OTP"
              inputMode="numeric"
              autoComplete="one-time-code"
              required
              placeholder="6-digit OTP"
              {...form.getInputProps('otp')}
              // People type and paste it in groups.
              onChange={(event) => form.setFieldValue('otp', event.currentTarget.value.replace(/\s/g, ''))}
            />
            <PasswordField
              label="New Password"
              autoComplete="new-password"
              required
              {...form.getInputProps('password')}
            />
          </>
        )}
        <Messages
          success={sending.data && (sending.data.responseMessage || resetTexts.sent)}
          failure={
            <>
              {sending.error && <Failure fault={sending.error} text={resetTexts.sendFailed} />}
              {resetting.error && <Failure fault={resetting.error} text={resetTexts.verifyFailed} />}
            </>
          }
        />
        {stage === 'otp' && <p className={classes.hint}>{resetTexts.noMail}</p>}
        <Button type="submit" disabled={busy || invalid} leftSection={spinner}>
          {stage === 'email' ? 'Send OTP' : 'Reset Password'}
        </Button>
      </form>
      <div className={classes.links}>
        <Link to="/login" className={classes.link}>
          Back to Login
        </Link>
      </div>
      <Popup
        opened={resetting.isSuccess}
        onClose={login}
        title={resetting.data?.responseMessage || resetTexts.done}
        size="sm"
      >
        <Button fullWidth data-autofocus onClick={login}>
          OK
        </Button>
      </Popup>
    </AuthFrame>
  );
}

/** Both live regions exist from the start, so that screen readers announce additions. */
function Messages({ success, failure }: { success?: string; failure: ReactNode }) {
  return (
    <div className={classes.messages}>
      <div role="status">{success && <p className={classes.success}>{success}</p>}</div>
      <div role="alert">{failure}</div>
    </div>
  );
}

/** The server's message, or ours with the reason below it. */
function Failure({ fault, text }: { fault: Error; text: string }) {
  const serverMessage = fault instanceof ApiError ? fault.responseMessage : undefined;
  return (
    <div className={classes.failure}>
      <p>{serverMessage ?? text}</p>
      {serverMessage === undefined && <p>{messageOf(fault)}</p>}
    </div>
  );
}
