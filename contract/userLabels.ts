/** What users and their roles are called; apart from their schemas, which the sign-in carries while it needs no label. */
import type { Role } from './permissions.ts';

/** How the roles are called on the screens. */
export const roleLabels: Record<Role, string> = { admin: 'Admin', manager: 'Manager', user: 'User' };

/** How a user's fields are called, on the form and in the history. */
export const userLabels = {
  fullName: 'Full Name',
  email: 'Email',
  phone: 'Phone',
  password: 'Password',
  userRole: 'User Role',
  status: 'Status',
} as const;
