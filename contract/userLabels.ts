/** What is called how of users; apart from their schemas and texts, so that the first load carries no more of it than it shows. */
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

/** The screen of one's own account. */
export const profileTitle = 'Your profile';
