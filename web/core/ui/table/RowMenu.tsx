import { IconHistory, IconPencil, IconTrash } from '@tabler/icons-react';
import { Suspense, useId, useRef, useState } from 'react';
import { preloadedComponent } from '#web/core/ui/loading/lazyComponent.ts';
import { RowAction } from './RowAction.tsx';
import type { RowMenuProps } from './RowMenuItems.tsx';

/** Created once, so that React skips them when rows re-render. */
const icons = {
  edit: <IconPencil size={17} />,
  delete: <IconTrash size={17} />,
  history: <IconHistory size={17} />,
};

const RowMenuItems = preloadedComponent(async () => (await import('./RowMenuItems.tsx')).RowMenuItems);

/** Actions of a row, in a menu behind one button; in a table Edit and Delete also beside it. A row with History alone has a button for it. */
export function RowMenu(props: RowMenuProps) {
  const { name, onEdit, onHistory, onDelete, more } = props;
  const [opened, setOpened] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const history = `History of ${name}`;
  if (!onEdit && !onDelete && !more?.length) {
    return (
      <RowAction label={history} aria-keyshortcuts="h" onClick={onHistory}>
        {icons.history}
      </RowAction>
    );
  }
  return (
    <>
      {onEdit && (
        <RowAction inTable label={`Edit ${name}`} aria-keyshortcuts="e" onClick={onEdit}>
          {icons.edit}
        </RowAction>
      )}
      {onDelete && (
        <RowAction inTable label={`Delete ${name}`} onClick={onDelete}>
          {icons.delete}
        </RowAction>
      )}
      {/* For its key alone: the menu has it in words. */}
      <button type="button" hidden aria-label={history} aria-keyshortcuts="h" onClick={onHistory} />
      <RowAction
        ref={button}
        id={id}
        label={`More for ${name}`}
        aria-haspopup="menu"
        expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        ⋯
      </RowAction>
      <Suspense>
        {opened && <RowMenuItems {...props} id={id} button={button} onClose={() => setOpened(false)} />}
      </Suspense>
    </>
  );
}
