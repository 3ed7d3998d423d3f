/** Adding and editing a user (specification §2 and §5); an empty password keeps the old one. */
import { TextInput } from '@mantine/core';
import { activeLabels } from '#contract/core/fields.ts';
import { authEndpoints } from '#contract/core/accounts/auth.ts';
import { restoredTexts } from '#contract/core/accounts/signedIn.ts';
import { roleDuties } from '#contract/office/roleDuties.ts';
import { mayGrant, roles } from '#contract/permissions.ts';
import {
  roleLabels,
  userLabels,
  userEndpoints,
  userTexts,
  type ListedUserRecord,
} from '#contract/core/accounts/users.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { currentUser, updateOwnUser } from '#web/core/api/session.ts';
import { contractFaults } from '#web/core/form/contractFaults.ts';
import { goOnWithEnter } from '#web/core/form/fieldFocus.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import { oneOf } from '#web/core/form/conflicts/compared.ts';
import { PasswordField } from '#web/core/form/fields/PasswordField.tsx';
import { PhoneField } from '#web/core/form/fields/PhoneField.tsx';
import { SelectField } from '#web/core/form/fields/SelectField.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useRecordForm } from '#web/core/form/useRecordForm.ts';
import { ActiveStatusField } from '#web/core/records/masters/ActiveStatusField.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import type { UserDraft } from './userDraft.ts';
import classes from './UserForm.module.css';

type UserValues = Omit<UserDraft, 'hadPassword'> & { password: string };

const blank: UserValues = { fullName: '', email: '', phone: '', password: '', userRole: 'user', status: 1 };

const { password: _, ...typedLabels } = userLabels;

/** Only roles up to the user's own. */
function roleOptions() {
  const own = currentUser()?.userRole;
  return roles
    .filter((role) => own !== undefined && mayGrant(own, role))
    .map((role) => ({ value: role, label: roleLabels[role] }));
}

export function UserForm(props: FormProps<ListedUserRecord, UserDraft>) {
  const { record: user, restored } = props;
  const { hadPassword = false, ...typed } = restored?.values ?? {};
  const initialValues: UserValues = { ...blank, ...user, ...typed };
  const { form, panel } = useRecordForm({
    ...props,
    resource: 'users',
    initialValues,
    draftOf: ({ password, ...rest }) => ({ ...rest, hadPassword: hadPassword || password !== '' }),
    enterAgain: hadPassword && restoredTexts.passwordAgain,
    faultsOf: (values) => contractFaults(user ? userEndpoints.update : authEndpoints.register, values),
    send: async ({ fullName, email, phone, userRole, password, status }, idempotencyKey, seen) => {
      const body = { fullName, email, phone, userRole, password };
      const own = seen && { ...body, userId: seen.userId, status, updatedAt: seen.updatedAt };
      updateOwnUser(
        own
          ? await call(userEndpoints.update, { params: { id: own.userId }, body: own })
          : await call(authEndpoints.register, { body, idempotencyKey }),
      );
    },
    conflict: {
      kind: 'users',
      idOf: ({ userId }) => userId,
      read: ({ userId }) => call(userEndpoints.get, { params: { id: userId } }),
      valuesOf: (record) => ({ ...blank, ...record }),
      compared: { labels: typedLabels, as: { userRole: oneOf(roleLabels), status: oneOf(activeLabels) } },
    },
    done: user ? userTexts.updated : userTexts.registered,
    doneName: (): string => form.getValues().fullName,
    showError: (fault) => toastFailed(user ? userTexts.updateFailed : userTexts.registerFailed, whyOf(fault)),
  });

  return (
    <FormPanel title={user ? 'Edit User' : 'Add New User'} save={user ? 'Update' : 'Register'} {...panel}>
      <TextInput label={userLabels.fullName} required autoComplete="off" {...form.getInputProps('fullName')} />
      <TextInput label={userLabels.email} required type="email" autoComplete="off" {...form.getInputProps('email')} />
      <PhoneField label={userLabels.phone} required autoComplete="off" {...form.getInputProps('phone')} />
      <PasswordField
        label={userLabels.password}
        required={!user}
        {...(user ? { description: 'Left empty, the password stays as it is.' } : { rule: userTexts.passwordRule })}
        autoComplete="new-password"
        onKeyDown={goOnWithEnter}
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
      <ul aria-label={userLabels.userRole} aria-live="polite" className={classes.duties} data-span="12">
        {roleDuties[form.values.userRole].map((duty) => (
          <li key={duty}>{duty}</li>
        ))}
      </ul>
    </FormPanel>
  );
}
