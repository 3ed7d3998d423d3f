/**
 * What is typed into a form outlives a session that ends under somebody's hands: the open form says here what it holds,
 * loseSession() keeps that, and the screen finds it again after the next sign-in of the same person. A screen has one
 * form at most, so there is one draft at most.
 */
import { z } from 'zod';

export const draftSchema = z.object({
  /** Which form it is. */
  form: z.string(),
  /** The record that is edited, as it was when it was opened; nothing for a new one. */
  record: z.unknown().optional(),
  /** What was typed may have been sent already: sent again under the same key it still makes one record. */
  idempotencyKey: z.string(),
  values: z.unknown(),
});

export type Draft = z.output<typeof draftSchema>;

let held: Draft | undefined;
let returned: Draft | undefined;

/** What the open form holds that is not saved; undefined once there is nothing. */
export function holdDraft(draft: Draft | undefined) {
  held = draft;
}

export function heldDraft(): Draft | undefined {
  return held;
}

/** Gives the screens what their person had typed; undefined forgets what somebody else had. */
export function returnDraft(draft: Draft | undefined) {
  returned = draft;
}

/** What was typed into this form before the session was lost. */
export function returnedDraft(form: string): Draft | undefined {
  return returned?.form === form ? returned : undefined;
}
