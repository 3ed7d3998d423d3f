/** Restoring: a deleted record exists again as it was, as long as nothing took its place. */
import { endpoint, idParams, messageAnswer } from './endpoint.ts';
import { kindLabel, kinds, restorableKinds, type RestorableKind } from '../kinds.ts';

export const restoreTexts = {
  restore: 'Restore',
  restored: (kind: RestorableKind) => `${kindLabel(kind)} restored.`,
  failed: 'This could not be restored.',
  notDeleted: 'This is not deleted.',
  nameTaken: (kind: RestorableKind, name: string) => `Another ${kindLabel(kind).toLowerCase()} is now called ${name}.`,
  /** Refusal because referenced records are deleted too. */
  needs: (missing: readonly string[]) => `It uses deleted records: ${missing.join(', ')}. Restore those first.`,
} as const;

/** The call that restores a record of a kind; requires the permission to delete it. */
function restoring(kind: RestorableKind) {
  return endpoint({
    method: 'POST',
    path: `${kinds[kind].apiPath}/:id/restore`,
    access: [kind, 'delete'],
    params: idParams,
    answer: messageAnswer,
    status: 200,
    errors: ['conflict'],
  });
}

export const restoreEndpoints = restorableKinds.map(restoring);
const byKind = new Map(restorableKinds.map((kind, index) => [kind, restoreEndpoints[index]]));

/** The call that restores a record of a kind: POST on its path below the record's own. */
export function restoreEndpoint(kind: RestorableKind) {
  return byKind.get(kind) ?? restoring(kind);
}
