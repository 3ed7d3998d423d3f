import { z } from 'zod';
import { activeStatus, email, limits, phone, requiredText } from './fields.ts';
import { roles } from './permissions.ts';

/** Specification §5 and §8, User form. */
export const userTexts = {
  required: 'Required.',
  nameShort: 'Min 3 chars.',
  emailInvalid: 'Invalid email.',
  phoneInvalid: 'Invalid number.',
  passwordShort: 'Min 6 chars.',
  emailTaken: 'This email is already registered.',
  registered: 'User registered successfully!',
  registerFailed: 'Failed to register user. Please try again.',
} as const;

const NAME_MIN = 3;
const PASSWORD_MIN = 6;
const USER_PHONE = /^[0-9]{10}$/;

export const userFields = {
  fullName: requiredText(limits.name, userTexts.required).min(NAME_MIN, userTexts.nameShort),
  email: email(userTexts.required, userTexts.emailInvalid),
  phone: phone(USER_PHONE, userTexts.required, userTexts.phoneInvalid),
  userRole: z
    .string({ error: userTexts.required })
    .toLowerCase()
    .pipe(z.enum(roles, { error: userTexts.required })),
};

/** A password as typed: nothing of it is trimmed. */
export const newPassword = z
  .string({ error: userTexts.required })
  .min(1, { error: userTexts.required, abort: true })
  .min(PASSWORD_MIN, userTexts.passwordShort)
  .max(limits.password, `At most ${limits.password} characters.`);

export const userRecord = z
  .object({
    userId: z.int(),
    fullName: z.string(),
    email: z.string(),
    phone: z.string(),
    userRole: z.enum(roles),
    status: activeStatus(),
  })
  .meta({ id: 'User' });

export type UserRecord = z.output<typeof userRecord>;
