/** The fields of suppliers and buyers: they come with the form, not with the list. */
import { Textarea, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { partyLabels } from '#contract/masters/parties.ts';
import { GstinField } from '#web/masters/GstinField.tsx';
import { PhoneField } from '#web/core/form/fields/PhoneField.tsx';
import { ActiveStatusField } from '#web/core/records/masters/ActiveStatusField.tsx';
import type { PartyValues } from './parties.tsx';

interface PartyFieldsProps {
  form: Pick<UseFormReturnType<PartyValues>, 'getInputProps'>;
  /** The rules for phone numbers differ. */
  phone: { required?: boolean; maxDigits?: number };
}

export function PartyFields({ form, phone }: PartyFieldsProps) {
  return (
    <>
      <TextInput label={partyLabels.name} required {...form.getInputProps('name')} />
      <TextInput label={partyLabels.email} type="email" {...form.getInputProps('email')} />
      <GstinField {...form.getInputProps('gstinNumber')} />
      <PhoneField label={partyLabels.phone} {...phone} {...form.getInputProps('phone')} />
      <Textarea label={partyLabels.address} autosize maxRows={8} {...form.getInputProps('address')} />
      <ActiveStatusField label={partyLabels.status} {...form.getInputProps('status')} />
    </>
  );
}
