/** Labels of users; apart from their schemas and texts, to keep the first load small. */
import type { Role } from '../../permissions.ts';

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
