/** Adding and editing a user (specification §2 and §5); in edit mode an empty password keeps the old one. */
import { Select, TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { authEndpoints, registerBody } from '#contract/auth.ts';
import { limits } from '#contract/fields.ts';
import { mayGrant, roles, type Role } from '#contract/permissions.ts';
import { userEditBody, userEndpoints, userTexts, type UserRecord } from '#contract/users.ts';
import { ApiError, call, messageOf } from '#web/api/client.ts';
import { newIdempotencyKey } from '#web/api/idempotency.ts';
import { currentUser, keepOwnUser } from '#web/api/session.ts';
import { activeStatusOptions } from '#web/masters/ActiveStatus.tsx';
import { leaveAfterPointer } from '#web/ui/afterPointer.ts';
import { FormPanel } from '#web/ui/FormPanel.tsx';
import { PasswordField } from '#web/ui/PasswordField.tsx';
import { focusFirstFault } from '#web/ui/focusFirstFault.ts';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';
import { roleLabels } from './roleLabels.ts';

interface UserFormProps {
  /** The user who is edited; nothing for a new one. */
  user?: UserRecord;
  onChanged: (changed: boolean) => void;
  onCancel: () => void;
  onSaved: () => void;
}

interface UserValues {
  fullName: string;
  email: string;
  phone: string;
  password: string;
  userRole: Role;
  status: 1 | 0;
}

const blank: UserValues = { fullName: '', email: '', phone: '', password: '', userRole: 'user', status: 1 };

/** Nobody makes an account above their own. */
function roleOptions() {
  const own = currentUser()?.userRole;
  return roles
    .filter((role) => own !== undefined && mayGrant(own, role))
    .map((role) => ({ value: role, label: roleLabels[role] }));
}

export function UserForm({ user, onChanged, onCancel, onSaved }: UserFormProps) {
  const queryClient = useQueryClient();
  const [idempotencyKey] = useState(newIdempotencyKey);
  const form = useForm<UserValues>({
    initialValues: user ? { ...blank, ...user } : blank,
    validate: schemaResolver(user ? userEditBody : registerBody, { sync: true }),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
    onValuesChange: () => onChanged(form.isDirty()),
  });

  const saving = useMutation({
    mutationFn: (values: UserValues) =>
      user
        ? call(userEndpoints.update, { params: { id: user.userId }, body: values })
        : call(authEndpoints.register, { body: values, idempotencyKey }),
    onSuccess: (saved) => {
      keepOwnUser(saved);
      toastDone(user ? userTexts.updated : userTexts.registered);
      onSaved();
    },
    onError: (fault) => {
      toastFailed(user ? userTexts.updateFailed : userTexts.registerFailed, messageOf(fault));
      if (!(fault instanceof ApiError)) return;
      const errors = Object.fromEntries(
        Object.entries(fault.errors).map(([field, texts]) => [field, texts.join('\n')]),
      );
      form.setErrors(errors);
      focusFirstFault();
    },
    onSettled: () => queryClient.invalidateQueries(),
  });

  // A double click comes before the button knows that it is disabled.
  const save = (values: UserValues) => {
    if (queryClient.isMutating() === 0) saving.mutate(values);
  };

  return (
    <FormPanel
      title={user ? 'Edit User' : 'Add New User'}
      save={user ? 'Update' : 'Register'}
      busy={saving.isPending}
      onSubmit={form.onSubmit(save, focusFirstFault)}
      onCancel={onCancel}
    >
      <TextInput
        label="Full Name"
        required
        autoComplete="off"
        maxLength={limits.name}
        {...form.getInputProps('fullName')}
      />
      <TextInput
        label="Email"
        required
        type="email"
        autoComplete="off"
        maxLength={limits.email}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Phone"
        required
        type="tel"
        inputMode="numeric"
        autoComplete="off"
        maxLength={limits.phone}
        {...form.getInputProps('phone')}
      />
      <PasswordField
        label="Password"
        required={!user}
        description={user && 'Left empty, the password stays as it is.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        maxLength={limits.password}
        {...form.getInputProps('password')}
      />
      <Select
        label="User Role"
        required
        allowDeselect={false}
        data={roleOptions()}
        {...form.getInputProps('userRole')}
      />
      {user && (
        <Select
          label="Status"
          required
          allowDeselect={false}
          data={activeStatusOptions}
          {...form.getInputProps('status')}
        />
      )}
    </FormPanel>
  );
}
