/** What counts as a statement of a request, and how many each call takes. */
import { masterRows } from '#contract/resources.ts';

// Who is asking is looked up for each request and in each transaction, which begins and ends.
const besides = /^\s*(begin|commit|start transaction)|from session /;

/** The statements of a request, without those that every request has. */
export function ownStatements(heard: readonly string[]): string[] {
  return heard.filter((statement) => !besides.test(statement));
}

/**
 * How many the example of each call of the description takes at most, with what goes on behind its answer. A call that is
 * added must be named here. Fewer is better: then lower its number.
 */
export const statementsOfExamples: Readonly<Record<string, number>> = {
  ...Object.fromEntries(
    masterRows.flatMap(({ apiPath, resource }) => [
      [`GET /api${apiPath}`, 1],
      [`POST /api${apiPath}`, 4],
      [`GET /api${apiPath}/{id}`, 1],
      [`PUT /api${apiPath}/{id}`, 3],
      [`DELETE /api${apiPath}/{id}`, 4],
      [`GET /api/history/${resource}/{id}`, 3],
    ]),
  ),
  // Where it takes more or less than of most masters.
  'GET /api/activity': 3,
  'POST /api/Auth/change-password': 10,
  'POST /api/Auth/checkUserAuthentication': 6,
  'DELETE /api/Auth/delete-user/{id}': 6,
  'PUT /api/Auth/edit-user/{id}': 4,
  'POST /api/Auth/logout': 2,
  'POST /api/Auth/register': 4,
  'GET /api/Auth/reset-password-otp': 4,
  'GET /api/Auth/user-sessions/{id}': 2,
  'DELETE /api/Auth/user-sessions/{id}': 4,
  'GET /api/Auth/users': 1,
  'POST /api/Auth/validateToken': 0,
  'POST /api/Auth/verify-otp': 13,
  'GET /api/adjustments': 1,
  'POST /api/adjustments': 18,
  'GET /api/adjustments/{id}': 2,
  'PUT /api/adjustments/{id}': 24,
  'DELETE /api/adjustments/{id}': 20,
  'GET /api/history/adjustments/{id}': 3,
  'GET /api/backups': 0,
  'POST /api/backups': 1,
  'GET /api/backups/{id}/file': 0,
  'DELETE /api/buyers/{id}': 3,
  'DELETE /api/Categories/{id}': 5,
  'GET /api/goods': 1,
  'POST /api/goods': 5,
  'GET /api/goods/batch-number-use': 1,
  'GET /api/goods/per-product': 1,
  'GET /api/goods/{id}': 1,
  'PUT /api/goods/{id}': 4,
  'DELETE /api/goods/{id}': 3,
  'GET /api/health': 0,
  'GET /api/history/goods/{id}': 3,
  'GET /api/history/inward/{id}': 4,
  'GET /api/history/production/{id}': 4,
  'GET /api/history/users/{id}': 3,
  'GET /api/inward': 1,
  'POST /api/inward': 18,
  'GET /api/inward/get-all-with-rawmaterials': 2,
  'GET /api/inward/invoice-number-use': 1,
  'GET /api/inward/{id}': 4,
  'PUT /api/inward/{id}': 19,
  'DELETE /api/inward/{id}': 14,
  'GET /api/inward/{id}/bill': 2,
  'POST /api/materials': 5,
  'GET /api/history/items/{id}': 3,
  'GET /api/history/lots/{id}': 3,
  'GET /api/items': 1,
  'GET /api/items/{id}': 1,
  'PUT /api/items/{id}': 5,
  'GET /api/lots': 1,
  'GET /api/lots/{id}': 2,
  'PUT /api/lots/{id}': 8,
  'POST /api/lots/{id}/hold': 9,
  'POST /api/lots/{id}/release': 9,
  'GET /api/materials/{id}/last-price': 2,
  'GET /api/materials/{id}/last-quantity': 2,
  'DELETE /api/materials/{id}': 5,
  'GET /api/Production': 1,
  'POST /api/Production': 13,
  'POST /api/Production/create-multiple': 13,
  'GET /api/Production/get-rawmaterial-stock': 1,
  'GET /api/Production/get-rawmaterial-stock/{id}': 1,
  'GET /api/Production/report': 1,
  'GET /api/Production/report/days': 2,
  'GET /api/Production/{id}': 2,
  'PUT /api/Production/{id}': 19,
  'DELETE /api/Production/{id}': 14,
  'POST /api/products': 6,
  'PUT /api/products/{id}': 4,
  'GET /api/ready': 1,
  'GET /api/sessions': 1,
  'DELETE /api/sessions': 4,
  'DELETE /api/sessions/{id}': 4,
  'GET /api/setup': 1,
};
