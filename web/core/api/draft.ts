/**
 * Drafts survive a session that expires while a form is open: the form registers its draft here, loseSession() stores
 * it, and the form restores it after the next sign-in of the same user. A screen has at most one form, so there is at
 * most one draft.
 */
import { z } from 'zod';

export const draftSchema = z.object({
  form: z.string(),
  /** The edited record as it was opened; undefined for a new one. */
  record: z.unknown().optional(),
  /** The draft may have been sent already: resending it under the same key creates no second record. */
  idempotencyKey: z.string(),
  values: z.unknown(),
});

export type Draft = z.output<typeof draftSchema>;

let held: Draft | undefined;
let returned: Draft | undefined;

/** Registers the open form's draft; undefined when nothing is unsaved. */
export function holdDraft(draft: Draft | undefined) {
  held = draft;
}

export function heldDraft(): Draft | undefined {
  return held;
}

/** Sets the draft to restore; undefined discards it. */
export function returnDraft(draft: Draft | undefined) {
  returned = draft;
}

/** This form's draft from before the session was lost. */
export function returnedDraft(form: string): Draft | undefined {
  return returned?.form === form ? returned : undefined;
}
