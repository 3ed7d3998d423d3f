import { activeContentNote, type ActiveContent } from '#contract/core/attachments.ts';
import { shownFileTexts } from '#contract/core/fileTexts.ts';
import classes from './ActiveContentNote.module.css';

/** Warns beside a PDF of parts that act in other programs; nothing where there are none. */
export function ActiveContentNote({ kinds = [] }: { kinds: readonly ActiveContent[] | undefined }) {
  if (kinds.length === 0) return null;
  return (
    <p role="note" className={classes.note}>
      {activeContentNote(kinds)} {shownFileTexts.asPictures}
    </p>
  );
}
