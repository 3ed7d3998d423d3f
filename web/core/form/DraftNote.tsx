import { Button } from '@mantine/core';
import { useState } from 'react';
import { KEY_LIFETIME_MS } from '#contract/core/errors.ts';
import { formatTime } from '#contract/core/values/format.ts';
import { ageText, draftTexts } from '#contract/core/drafts.ts';
import classes from './FormPanel.module.css';
import type { DraftOffer } from './useStoredDraft.ts';

function contentOf(values: unknown): { lines: number; hasFile: boolean } {
  const parts: unknown[] = Object.values(Object(values));
  const lines = parts.map((part) => (Array.isArray(part) ? part.length : 0));
  const hasFile = parts.some((part) => typeof part === 'object' && part !== null && 'dataUrl' in part);
  return { lines: Math.max(0, ...lines), hasFile };
}

interface DraftNoteProps extends DraftOffer {
  /** Where they are not the longest list of its values. */
  lines?: number;
}

/** Offers to continue the stored form. */
export function DraftNote({ draft, goOn, discard, lines: ownCount }: DraftNoteProps) {
  const [age] = useState(() => Date.now() - draft.keptAt);
  const { lines, hasFile } = contentOf(draft.values);
  return (
    <div role="status" className={classes.offer}>
      <p>
        {draftTexts.offered(ageText(age), ownCount ?? lines, hasFile)}
        {age >= KEY_LIFETIME_MS && draft.record === undefined && ` ${draftTexts.mayBeSaved}`}
      </p>
      <Button size="compact-sm" onClick={goOn}>
        {draftTexts.goOn}
      </Button>
      <Button size="compact-sm" variant="subtle" color="gray" onClick={discard}>
        {draftTexts.discard}
      </Button>
    </div>
  );
}

const clockTime = (at: number) => formatTime(new Date(at).toISOString());

/** Time of the last automatic save on the device. */
export function DraftStoredAt({ at }: { at: number | undefined }) {
  return (
    at !== undefined && (
      <small>
        {draftTexts.kept} <span className={classes.place}>{draftTexts.onThisComputer} </span>
        {clockTime(at)}
      </small>
    )
  );
}
