import type { Role } from '#contract/permissions.ts';

/** How the roles are called on the screens. */
export const roleLabels: Record<Role, string> = { admin: 'Admin', manager: 'Manager', user: 'User' };
