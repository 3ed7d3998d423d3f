/** For an inward whose bill is not there yet: a tick, and why. */
import '#web/core/form/fields/checkbox.css';
import { Checkbox, TextInput, type TextInputProps } from '@mantine/core';
import { useState } from 'react';
import { inwardLabels, inwardTexts } from '#contract/buy/inwardTexts.ts';
import classes from './BillField.module.css';

interface BillFollowsProps extends Omit<TextInputProps, 'onChange'> {
  value?: string;
  onChange: (reason: string) => void;
  /** Called when the bill is marked as following: it is no longer required. */
  onFollows: () => void;
}

export function BillFollows({ onFollows, ...input }: BillFollowsProps) {
  const [follows, setFollows] = useState(Boolean(input.value));
  return (
    <div className={classes.follows}>
      <Checkbox
        size="xs"
        label={inwardLabels.billFollows}
        checked={follows}
        onChange={({ currentTarget: { checked } }) => {
          setFollows(checked);
          if (checked) onFollows();
          else input.onChange('');
        }}
      />
      {follows && (
        <TextInput
          {...input}
          aria-label={inwardTexts.billFollowsReason}
          placeholder={inwardTexts.billFollowsReason}
          onChange={({ currentTarget }) => input.onChange(currentTarget.value)}
        />
      )}
    </div>
  );
}
