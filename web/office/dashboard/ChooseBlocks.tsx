import '#web/core/form/fields/checkbox.css';
import { Button, Checkbox } from '@mantine/core';
import { IconColumns2 } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { morningBlocks, morningTexts, type MorningBlock } from '#contract/office/morningTexts.ts';
import classes from './ChooseBlocks.module.css';
import { blockNames } from './hiddenBlocks.ts';

interface ChooseBlocksProps {
  isShown: (block: MorningBlock) => boolean;
  show: (block: MorningBlock, shown: boolean) => void;
}

/** A button that opens the list of blocks below it. */
export function ChooseBlocks({ isShown, show }: ChooseBlocksProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div
      className={classes.choose}
      onKeyDown={({ key }) => {
        if (key === 'Escape') setOpen(false);
      }}
    >
      <Button
        variant="subtle"
        color="gray"
        leftSection={<IconColumns2 size={16} aria-hidden />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {morningTexts.chooseBlocks}
      </Button>
      {isOpen && (
        <fieldset id={id} className={classes.choices}>
          <legend>{morningTexts.chosen}</legend>
          {blockNames.map((block) => (
            <Checkbox
              key={block}
              label={morningBlocks[block]}
              checked={isShown(block)}
              onChange={(event) => show(block, event.currentTarget.checked)}
            />
          ))}
        </fieldset>
      )}
    </div>
  );
}
