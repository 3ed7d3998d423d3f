import { Button } from '@mantine/core';
import { countTexts } from '#contract/adjustments.ts';
import { formatTimestamp } from '#contract/format.ts';
import classes from './CountSheet.module.css';
import { isCounted } from './countValues.ts';
import type { SavedCount } from './savedCount.ts';

interface SavedCountNoteProps {
  saved: SavedCount;
  onGoOn: () => void;
  onDrop: () => void;
}

/** Offers the count that was saved for later. */
export function SavedCountNote({ saved: { savedAt, values }, onGoOn, onDrop }: SavedCountNoteProps) {
  const lots = Object.values(values.counted).filter(isCounted).length + values.others.length;
  return (
    <div role="status" className={classes.saved}>
      <p>{countTexts.saved(formatTimestamp(savedAt), lots)}</p>
      <Button size="compact-sm" onClick={onGoOn}>
        {countTexts.goOn}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onDrop}>
        {countTexts.dropSaved}
      </Button>
    </div>
  );
}
