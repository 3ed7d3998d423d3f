import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { certificationBodyLabels } from '#contract/prove/certificates/certificationBodies.ts';
import type { BodyValues } from './bodyDefinition.ts';

/** Name and code of a certification body. */
export function BodyFields({ form }: { form: UseFormReturnType<BodyValues> }) {
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
