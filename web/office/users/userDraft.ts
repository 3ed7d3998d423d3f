/** The draft of the user form: instead of the password, only whether one was typed. */
import { z } from 'zod';
import { roles } from '#contract/permissions.ts';

export const userDraft = z.object({
  fullName: z.string(),
  email: z.string(),
  phone: z.string(),
  userRole: z.enum(roles),
  status: z.literal([1, 0]),
  hadPassword: z.boolean(),
});

export type UserDraft = z.output<typeof userDraft>;
