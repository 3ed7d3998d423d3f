import { z } from 'zod';
import { endpoint, idParams, messageAnswer } from '../endpoint.ts';
import { aborting, activeStatus, email, limits, phone, requiredName, seenUpdatedAt, withExample } from '../fields.ts';
import { choiceFilter, statusFilter } from '../filters.ts';
import { listQuery } from '../lists.ts';
import { roles, type Role } from '../../permissions.ts';
import { listPaths } from '../../kinds.ts';
import { fieldTexts } from '../sharedTexts.ts';
import { userRecord } from './signedIn.ts';

/** Labels of the roles. */
export const roleLabels: Record<Role, string> = { admin: 'Admin', manager: 'Manager', user: 'User' };

/** Field labels, on the form and in the history. */
export const userLabels = {
  fullName: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  password: 'Password',
  userRole: 'User Role',
  status: 'Status',
} as const;

/** Title of the profile screen. */
export const profileTitle = 'Your profile';

/** Specification §5 and §8, User form. */
export const userTexts = {
  required: 'Required.',
  nameShort: 'Min 3 chars.',
  emailInvalid: 'Invalid email.',
  phoneInvalid: 'Invalid number.',
  passwordShort: 'Min 6 chars.',
  passwordRule: 'At least 6 characters.',
  emailTaken: 'This email is already registered.',
  registered: 'User registered successfully!',
  registerFailed: 'Failed to register user. Please try again.',
  updated: 'User updated successfully!',
  updateFailed: 'Failed to update user',
  deleted: 'User deleted successfully',
  deleteFailed: 'Failed to delete user',
  confirmDelete: 'Are you sure you want to delete this user?',
  registeredUsers: 'Registered Users',
  searchPlaceholder: 'Search name, email or phone',
  addNew: 'Add User',
  empty: 'No users found.',
  notFound: 'User not found or already deleted.',
  lastAdministrator: 'This is the last active administrator. Make another one first.',
  noMailServer:
    'No mail server is set up (SMTP_URL): codes for forgotten passwords are only written to files on the server. Set a new password here for a person who asks you.',
  notYourself: 'You cannot delete your own account.',
} as const;

const NAME_MIN = 3;
const PASSWORD_MIN = 6;
const USER_PHONE = /^[0-9]{10}$/;

export const userFields = {
  fullName: requiredName(limits.name, aborting(userTexts.required)).min(NAME_MIN, userTexts.nameShort),
  email: email(userTexts.required, userTexts.emailInvalid),
  phone: phone(USER_PHONE, userTexts.required, userTexts.phoneInvalid),
  userRole: z
    .string({ error: userTexts.required })
    .toLowerCase()
    .pipe(z.enum(roles, { error: userTexts.required })),
};

/** The user of the examples: registered, signed in, and reset by them. */
export const userExample = {
  fullName: 'Meena Joshi',
  email: 'meena@example.in',
  phone: '9876543210',
  userRole: 'user',
} as const;
export const passwordExample = 'leaf-and-paper';

/** A password as typed, not trimmed. */
export const newPassword = z
  .string({ error: userTexts.required })
  .min(1, { error: userTexts.required, abort: true })
  .min(PASSWORD_MIN, userTexts.passwordShort)
  .max(limits.password, fieldTexts.tooLong(limits.password));

/** A user in the list, with `updatedAt` for optimistic locking. */
export const listedUserRecord = userRecord.extend({ updatedAt: z.iso.datetime() }).meta({ id: 'ListedUser' });

export type ListedUserRecord = z.output<typeof listedUserRecord>;

/** An update with an empty password keeps the old one. */
const optionalPassword = z
  .literal('')
  .transform(() => undefined)
  .or(newPassword)
  .optional();

export const userEditBody = withExample(
  z.object({
    ...userFields,
    userId: z.int().positive().optional(),
    status: activeStatus().optional(),
    password: optionalPassword,
    updatedAt: seenUpdatedAt,
  }),
  { ...userExample, status: 1, password: '' },
);

const userSort = ['userId', 'fullName', 'email', 'phone', 'userRole', 'status'] as const;

export const userEndpoints = {
  list: endpoint({
    method: 'GET',
    path: listPaths.users,
    access: ['users', 'view'],
    query: listQuery(userSort).extend({
      userRole: choiceFilter(
        z.enum(roles, { error: `userRole must be one of: ${roles.join(', ')}.` }),
        'Role',
        roleLabels,
      ),
      status: statusFilter(),
    }),
    answer: z.array(listedUserRecord),
  }),
  get: endpoint({
    method: 'GET',
    path: `${listPaths.users}/:id`,
    access: ['users', 'view'],
    params: idParams,
    answer: listedUserRecord,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/Auth/edit-user/:id',
    access: ['users', 'update'],
    params: idParams,
    body: userEditBody,
    answer: listedUserRecord,
    errors: ['conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/Auth/delete-user/:id',
    access: ['users', 'delete'],
    params: idParams,
    answer: messageAnswer,
    errors: ['conflict'],
  }),
};
