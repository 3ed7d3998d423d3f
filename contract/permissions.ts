/** The permission table of specification §6. Menus, buttons, route guards and the server all decide by can(). */
import type { RestorableKind } from './kinds.ts';

export const roles = ['admin', 'manager', 'user'] as const;
export type Role = (typeof roles)[number];
export type Action = 'view' | 'create' | 'update' | 'delete';

const everyone: readonly Role[] = roles;
const office: readonly Role[] = ['admin', 'manager'];
const adminsOnly: readonly Role[] = ['admin'];

type Rules = Readonly<Record<Action, readonly Role[]>>;

const recordRules: Rules = { view: everyone, create: office, update: office, delete: adminsOnly };

/** Resources with rules of their own; masters and documents have those above. */
const permissions = {
  users: { view: office, create: office, update: adminsOnly, delete: adminsOnly },
  // The specification gives the Production screen no role checks; recording is open, correcting is not
  // (docs/domain.md, Access).
  production: { ...recordRules, create: everyone },
  // Users who record production may also continue a run in progress; only the office changes a completed one.
  runs: { ...recordRules, create: everyone },
  // A reason for a gain lets more be organic than went in, and be saved at all (docs/domain.md, Bounded by mass).
  gains: { view: everyone, create: office, update: office, delete: office },
  // Lots and items come with their documents and masters; the roles that may change those may describe them.
  lots: { ...recordRules, create: [], delete: [] },
  // A hold only stops: who sees the reason puts it at once. Ending one (delete) lets goods go.
  holds: { view: everyone, create: everyone, update: [], delete: office },
  // Those who are in the store count, and discard their own count while it waits; the office posts it as an adjustment, or
  // discards anybody's (delete).
  counts: { view: everyone, create: everyone, update: [], delete: office },
  items: { ...recordRules, create: [], delete: [] },
  // Whether goods may be taken after their date (docs/domain.md, After its date).
  expiryRules: { view: everyone, create: [], update: adminsOnly, delete: [] },
  // Importing means creating the records of the sheet; undoing an import deletes them.
  imports: { view: office, create: [], update: [], delete: adminsOnly },
  // A recall is evidence: it is closed, never deleted.
  recalls: { ...recordRules, delete: [] },
  // A pack contains everything, with every bill and buyer, so only roles that may create one see it.
  packs: { view: office, create: office, update: [], delete: [] },
  // Everyone has views of their own; those of the office can be for everyone.
  sharedViews: { view: everyone, create: office, update: office, delete: office },
  proof: { view: everyone, create: [], update: [], delete: [] },
  reports: { view: everyone, create: [], update: [], delete: [] },
  // Papers name the company as the sender, for everyone; only roles that may change it see its screen.
  company: { view: adminsOnly, create: [], update: adminsOnly, delete: [] },
  // A backup holds every record and the password hashes.
  backups: { view: adminsOnly, create: adminsOnly, update: [], delete: [] },
  // Merging deletes a record and changes all that refer to it.
  merges: { view: adminsOnly, create: adminsOnly, update: [], delete: [] },
  activity: { view: adminsOnly, create: [], update: [], delete: [] },
} satisfies Record<string, Rules>;

export type Resource = keyof typeof permissions | RestorableKind;

/** Whether `role` may do `action` on `resource`. */
export function can(role: Role, action: Action, resource: Resource): boolean {
  const own: Partial<Record<Resource, Rules>> = permissions;
  const rules = own[resource] ?? recordRules;
  return rules[action].includes(role);
}

/**
 * Whether `actor` may create an account of `role`, or promote one to it: never above their own
 * (docs/domain.md, Access).
 */
export function mayGrant(actor: Role, role: Role): boolean {
  return roles.indexOf(actor) <= roles.indexOf(role);
}
