import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { certificationBodyLabels } from '#contract/prove/certificates/certificationBodies.ts';
import type { CertifierValues } from './certifierDefinition.ts';

/** Name and code of a certification body. */
export function CertifierFields({ form }: { form: UseFormReturnType<CertifierValues> }) {
  return (
    <>
      <TextInput label={certificationBodyLabels.name} required {...form.getInputProps('name')} />
      <TextInput
        label={certificationBodyLabels.code}
        placeholder="IN-ORG-…"
        wrapperProps={{ 'data-span': '3' }}
        {...form.getInputProps('code')}
      />
    </>
  );
}
