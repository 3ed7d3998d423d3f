/** Texts of the Readiness screen alone, apart from those that other screens load. */
import { formatCount } from '../core/values/format.ts';
import { can, roles, type Action, type Resource, type Role } from '../permissions.ts';
import type { ReadinessKind } from './readiness.ts';

const rolesInPlural: Readonly<Record<Role, string>> = { admin: 'admins', manager: 'managers', user: 'users' };

export const readinessPageTexts = {
  /** In the place of the tick where there is nothing to measure counts by. */
  withoutTolerance: (items: number) =>
    `No tolerance is set for ${items === 1 ? '1 item that was' : `${formatCount(items)} items that were`} counted`,
  /** Shown in place of the link, without permission. */
  doneBy: (verb: string, by: readonly Role[]) =>
    `“${verb}” is for ${by.map((role) => rolesInPlural[role]).join(' and ')}.`,
  look: 'Look at it',
} as const;

/** Permission that the action of a kind requires. */
const rights: Readonly<Record<ReadinessKind, readonly [Action, Resource]>> = {
  beforeReceipt: ['update', 'runs'],
  organicByOverride: ['view', 'lots'],
  withoutRun: ['create', 'runs'],
  soldWithoutBuyer: ['update', 'dispatches'],
  beyondTolerance: ['view', 'proof'],
  countsOvertaken: ['create', 'adjustments'],
  certificatesLapsed: ['create', 'certificates'],
  certificatesLapsing: ['create', 'certificates'],
  billsMissing: ['update', 'inward'],
  expiredWithStock: ['create', 'adjustments'],
  withoutGrams: ['update', 'items'],
};

/** The roles that may put a kind right. */
export function rolesFor(kind: ReadinessKind): Role[] {
  const [action, resource] = rights[kind];
  return roles.filter((role) => can(role, action, resource));
}
