import { Button } from '@mantine/core';
import { countTexts } from '#contract/stock/adjustments/countTexts.ts';
import { formatTimestamp } from '#contract/core/values/format.ts';
import classes from './CountSheet.module.css';
import type { SavedCount } from './savedCount.ts';

interface SavedCountNoteProps {
  saved: SavedCount;
  onGoOn: () => void;
  onDrop: () => void;
}

/** Offers the count that was saved for later. */
export function SavedCountNote({ saved: { savedAt, values, lots }, onGoOn, onDrop }: SavedCountNoteProps) {
  return (
    <div role="status" className={classes.saved}>
      <p>{countTexts.saved(formatTimestamp(savedAt), lots.length + values.others.length)}</p>
      <Button size="compact-sm" onClick={onGoOn}>
        {countTexts.goOn}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={onDrop}>
        {countTexts.dropSaved}
      </Button>
    </div>
  );
}
