import '#web/core/ui/dropdown.css';
import '@mantine/core/styles/Menu.layer.css';
import { Menu } from '@mantine/core';
import { useLayoutEffect, type RefCallback, type RefObject } from 'react';
import classes from './RowMenu.module.css';

interface RowEntry {
  label: string;
  onClick: () => void;
}

export interface RowMenuProps {
  /** The row's name in button labels. */
  name: string;
  /** Entries that lead to its page, evaluated when the menu opens. */
  pageEntries?: () => { onOpen?: () => void; onPreview?: () => void };
  onEdit?: () => void;
  onHistory: () => void;
  onDelete?: () => void;
  more?: readonly RowEntry[];
  /** Activate or Deactivate. */
  statusEntry?: RowEntry;
}

interface RowMenuItemsProps extends RowMenuProps {
  /** The button's, which names the menu. */
  id: string;
  button: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

export function RowMenuItems({ button, id, onClose, ...known }: RowMenuItemsProps) {
  const { pageEntries, more, statusEntry, onDelete } = known;
  const { onOpen, onPreview } = pageEntries?.() ?? {};
  // The menu would give the focus back later, and take it from the form or the dialog that was opened.
  const close = () => {
    button.current?.focus({ preventScroll: true });
    onClose();
  };
  return (
    <Menu
      opened
      onClose={close}
      returnFocus={false}
      withInitialFocusPlaceholder={false}
      id={id}
      position="bottom-end"
      offset={2}
    >
      <Menu.Target>
        <Placed at={button} />
      </Menu.Target>
      {/* Before the entry acts: a panel that it opens returns the focus to the button. */}
      <Menu.Dropdown data-takes-keys onClickCapture={() => button.current?.focus({ preventScroll: true })}>
        {onOpen && <Item label="Open" keys="Enter" onClick={onOpen} />}
        {known.onEdit && <Item label="Edit" keys="E" onClick={known.onEdit} />}
        {onPreview && <Item label="Preview" keys="Space" onClick={onPreview} />}
        <Item label="History" keys="H" onClick={known.onHistory} />
        {more?.map((each) => (
          <Item key={each.label} {...each} />
        ))}
        {(statusEntry || onDelete) && <Menu.Divider />}
        {statusEntry && <Item {...statusEntry} />}
        {onDelete && (
          <Menu.Item className={classes.danger} onClick={onDelete}>
            Delete …
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

function Item({ label, keys, onClick }: { label: string; keys?: string; onClick: () => void }) {
  return (
    <Menu.Item
      onClick={onClick}
      aria-keyshortcuts={keys}
      rightSection={
        keys && (
          <kbd aria-hidden className={classes.keys}>
            {keys}
          </kbd>
        )
      }
    >
      {label}
    </Menu.Item>
  );
}

/** Has the menu placed at a button that is drawn elsewhere, so that rows need no menu until it is opened. */
function Placed({ at, ref }: { at: RefObject<HTMLButtonElement | null>; ref?: RefCallback<HTMLElement> }) {
  useLayoutEffect(() => {
    ref?.(at.current);
    return () => {
      ref?.(null);
    };
  }, [at, ref]);
  return null;
}
