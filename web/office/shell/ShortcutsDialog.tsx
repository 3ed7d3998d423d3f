/** Lists the keys, and switches single ones off. */
import { useState } from 'react';
import { PopupFrame } from '#web/core/ui/dialogs/PopupFrame.tsx';
import { Key } from './Key.tsx';
import classes from './ShortcutsDialog.module.css';
import { listedKeys, setSingleKeys, hasSingleKeys } from './shortcuts.ts';

interface ShortcutsDialogProps {
  opened: boolean;
  onClose: () => void;
}

export function ShortcutsDialog({ opened, onClose }: ShortcutsDialogProps) {
  const [isOn, setOn] = useState(hasSingleKeys);
  return (
    <PopupFrame opened={opened} onClose={onClose} title="Keys" withClose size={440}>
      <dl className={classes.keys}>
        {listedKeys.map(({ keys, label }) => (
          <div key={keys}>
            <dt>
              {keys.split(' ').map((key) => (
                <Key key={key}>{key}</Key>
              ))}
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <label className={classes.setting}>
        <input
          type="checkbox"
          checked={isOn}
          onChange={({ currentTarget }) => {
            setSingleKeys(currentTarget.checked);
            setOn(currentTarget.checked);
          }}
        />
        Single keys work on this device
      </label>
    </PopupFrame>
  );
}
