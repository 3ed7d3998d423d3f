/** The items that a certificate names: each can be removed, and others are looked up. */
import { Input } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { ItemField } from '#web/stock/items/ItemField.tsx';
import { RowAction } from '#web/core/ui/table/RowAction.tsx';
import type { CoveredItem } from './certificateDefinition.ts';
import classes from './CoveredItems.module.css';

interface CoveredItemsProps {
  items: readonly CoveredItem[];
  onChange: (items: CoveredItem[]) => void;
  error?: string;
}

export function CoveredItems({ items, onChange, error }: CoveredItemsProps) {
  const add = (item: CoveredItem) => {
    if (!items.some(({ itemId }) => itemId === item.itemId)) onChange([...items, item]);
  };
  return (
    <Input.Wrapper data-span="12" error={error}>
      <div className={classes.items}>
        <ItemField
          label="Add an item"
          item={null}
          onChoose={({ itemId, itemName }) => add({ itemId, itemName })}
          {...(error ? { error: ' ' } : {})}
        />
        <ul aria-label="Items that it covers">
          {items.map(({ itemId, itemName }) => (
            <li key={itemId}>
              {itemName}
              <RowAction
                label={`Take out ${itemName}`}
                onClick={() => onChange(items.filter((other) => other.itemId !== itemId))}
              >
                <IconX size={15} />
              </RowAction>
            </li>
          ))}
        </ul>
      </div>
    </Input.Wrapper>
  );
}
