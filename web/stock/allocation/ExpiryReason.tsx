/** Why lots are taken after their expiry date (docs/domain.md, After its date). */
import { TextInput, type TextInputProps } from '@mantine/core';
import { afterExpiryTexts } from '#contract/stock/lots/afterExpiry.ts';

export function ExpiryReason(props: TextInputProps) {
  return (
    <TextInput
      {...props}
      wrapperProps={{ 'data-span': '12' }}
      label={afterExpiryTexts.reason}
      description={afterExpiryTexts.reasonHint}
      placeholder={afterExpiryTexts.reasonExample}
    />
  );
}
