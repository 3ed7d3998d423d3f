/** Definition of a request's statements, and the most that a call may take, by its kind. */

import { readinessKinds } from '#contract/prove/readiness.ts';

// The user is read for each request and in each transaction, which begins and ends. A pack's reports of progress depend
// on its duration.
const besides = /^\s*(begin|commit|start transaction)|from session |^update "inspection_pack" set ("step"|"beat_at")/;

/** The statements of a request, without those that every request has. */
export function ownStatements(heard: readonly string[]): string[] {
  return heard.filter((statement) => !besides.test(statement));
}

const documents =
  'inward Production production-runs goods dispatches adjustments counts lots recipes certificates certification-bodies transaction-certificates inspection-packs imports';

/** No more than so many statements for calls of a kind; the first kind of a call counts. */
const limits: readonly [kind: RegExp, most: number][] = [
  // A whole sheet, in pieces.
  [/^POST \/api\/imports\//, 60],
  // Recalls and runs write lots of other documents.
  [/^(POST|PUT) \/api\/(recalls|production-runs|(certificates|certification-bodies)\/\{id\}\/hold)/, 40],
  // Asks each kind of record that may refer to a merged one, and moves it.
  [/^POST \/api\/\S+\/(merge|undo)$/, 40],
  [/^GET \/api\/\S+\/merge$/, 15],
  // Follows lots level by level, or reads all that the office has to do.
  [
    /^GET \/api\/(trace\/(?!find)|mass-balance|recalls\/|(certificates|certification-bodies)\/\{id\}$|dashboard)|\/overview$/,
    35,
  ],
  // A document with its lines and their movements.
  [new RegExp(`^(POST|PUT|DELETE) /api/(${documents.replaceAll(' ', '|')})\\b`), 24],
  // One for each kind of gap, and one for items that no tolerance judges; those that follow lots of suspended certificates, and
  // batches in stock, level by level.
  [/^GET \/api\/readiness/, readinessKinds.length + 1 + 16 + 7],
  // Figures that the ledger or several lists give.
  [/^GET \/api\/(lots|stock-|batch-costs|find|trace\/find|transaction-certificates\/uncovered)/, 12],
  // Ends sessions, or asks each kind of record that may refer to the deleted one.
  [/^POST \/api\/Auth\/(change-password|verify-otp)|^DELETE /, 13],
  [/^(POST|PUT) /, 7],
  // One record, with its lines and its file.
  [/^GET \S+\{id\}/, 7],
  // A list, however many rows it has.
  [/^GET /, 4],
];

/** The most statements for the example of a call ('GET /api/inward/{id}'), with what goes on behind its answer. */
export function mostStatements(call: string): number {
  return limits.find(([kind]) => kind.test(call))?.[1] ?? 0;
}
