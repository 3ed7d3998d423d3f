/** Adding and editing a user (specification §2 and §5); in edit mode an empty password keeps the old one. */
import { TextInput } from '@mantine/core';
import { schemaResolver, useForm } from '@mantine/form';
import { authEndpoints, registerBody, restoredTexts } from '#contract/auth.ts';
import { limits } from '#contract/fields.ts';
import { mayGrant, roles } from '#contract/permissions.ts';
import { roleLabels, userLabels } from '#contract/userLabels.ts';
import { userEditBody, userEndpoints, userTexts, type ListedUserRecord } from '#contract/users.ts';
import { call, fieldMessagesOf, messageOf } from '#web/api/client.ts';
import { currentUser, keepOwnUser } from '#web/api/session.ts';
import type { FormProps } from '#web/form/useOpenedForm.ts';
import { useSaving } from '#web/form/useSaving.ts';
import { useTyped } from '#web/form/useTyped.ts';
import { ActiveStatusField } from '#web/records/ActiveStatus.tsx';
import { leaveAfterPointer } from '#web/ui/afterPointer.ts';
import { FormPanel } from '#web/form/FormPanel.tsx';
import { PasswordField } from '#web/form/PasswordField.tsx';
import { focusFirstFault } from '#web/form/fieldFocus.ts';
import { SelectField } from '#web/form/SelectField.tsx';
import { toastDone, toastFailed } from '#web/ui/toast.tsx';

import type { UserDraft } from './userDraft.ts';

type UserValues = Omit<UserDraft, 'hadPassword'> & { password: string };

const blank: UserValues = { fullName: '', email: '', phone: '', password: '', userRole: 'user', status: 1 };

/** Nobody makes an account above their own. */
function roleOptions() {
  const own = currentUser()?.userRole;
  return roles
    .filter((role) => own !== undefined && mayGrant(own, role))
    .map((role) => ({ value: role, label: roleLabels[role] }));
}

export function UserForm(props: FormProps<ListedUserRecord, UserDraft>) {
  const { record: user, restored } = props;
  const { hadPassword = false, ...typed } = restored?.values ?? {};
  const form = useForm<UserValues>({
    initialValues: { ...blank, ...user, ...typed },
    validate: schemaResolver(user ? userEditBody : registerBody, { sync: true }),
    validateInputOnBlur: true,
    enhanceGetInputProps: leaveAfterPointer,
  });
  const { password, ...kept } = form.values;
  const idempotencyKey = useTyped({
    ...props,
    form: 'users',
    values: { ...kept, hadPassword: hadPassword || password !== '' },
    edited: form.isDirty(),
  });

  const { save, busy } = useSaving({
    send: ({ fullName, email, phone, userRole, password: typedPassword, status }: UserValues) => {
      const body = { fullName, email, phone, userRole, password: typedPassword };
      if (!user) return call(authEndpoints.register, { body, idempotencyKey });
      const { userId, updatedAt } = user;
      return call(userEndpoints.update, { params: { id: userId }, body: { userId, ...body, status, updatedAt } });
    },
    onSaved: (saved) => {
      keepOwnUser(saved);
      toastDone(user ? userTexts.updated : userTexts.registered);
      props.onSaved();
    },
    onFailed: (fault) => {
      toastFailed(user ? userTexts.updateFailed : userTexts.registerFailed, messageOf(fault));
      form.setErrors(fieldMessagesOf(fault));
      focusFirstFault();
    },
  });

  return (
    <FormPanel
      title={user ? 'Edit User' : 'Add New User'}
      save={user ? 'Update' : 'Register'}
      note={restored && (hadPassword ? `${restoredTexts.typed} ${restoredTexts.passwordAgain}` : restoredTexts.typed)}
      busy={busy}
      onSubmit={form.onSubmit(save, focusFirstFault)}
      onCancel={props.onCancel}
    >
      <TextInput
        label={userLabels.fullName}
        required
        autoComplete="off"
        maxLength={limits.name}
        {...form.getInputProps('fullName')}
      />
      <TextInput
        label={userLabels.email}
        required
        type="email"
        autoComplete="off"
        maxLength={limits.email}
        {...form.getInputProps('email')}
      />
      <TextInput
        label={userLabels.phone}
        required
        type="tel"
        inputMode="numeric"
        autoComplete="off"
        maxLength={limits.phone}
        {...form.getInputProps('phone')}
      />
      <PasswordField
        label={userLabels.password}
        required={!user}
        description={user && 'Left empty, the password stays as it is.'}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        autoComplete="new-password"
        maxLength={limits.password}
        {...form.getInputProps('password')}
      />
      <SelectField
        label={userLabels.userRole}
        required
        allowDeselect={false}
        data={roleOptions()}
        {...form.getInputProps('userRole')}
      />
      {user && <ActiveStatusField label={userLabels.status} {...form.getInputProps('status')} />}
    </FormPanel>
  );
}
