/**
 * Forms of SQL that PostgreSQL takes and Citus refuses where a schema is spread as one site (docs/scale.md), or that reach
 * past the schema of a site.
 */

const actions = ['insert', 'update', 'delete', 'truncate'];

/** Whether a trigger names truncate among other actions. */
function mixesTruncate(statement: string): boolean {
  const [, events = ''] = /\bcreate\s(?:.*\s)?trigger\s.*?\s(?:before|after)\s(.*?)\son\s/is.exec(statement) ?? [];
  const named = actions.filter((action) => new RegExp(`\\b${action}\\b`, 'i').test(events));
  return named.length > 1 && named.includes('truncate');
}

/** Whether a function writes what it selects from the rows of a trigger's statement, which our triggers call before and after. */
function writesFromTransitionRows(statement: string): boolean {
  if (!/\breturns\s+trigger\b/i.test(statement)) return false;
  // A loop's query ends where its body begins.
  return statement
    .split(/;|\bloop\b/i)
    .some(
      (step) =>
        /\b(insert\s+into|update|delete\s+from)\s+\w/i.test(step) && /\b(from|join)\s+(before|after)\b/i.test(step),
    );
}

const forms: Readonly<Record<string, (statement: string) => boolean>> = {
  'a trigger names truncate among other actions': mixesTruncate,
  'a trigger writes what it selects from the rows of its statement': writesFromTransitionRows,
  'a subquery in RETURNING': (statement) => /\breturning\b[^;]*\(\s*select\b/i.test(statement),
  'an extension in the schema of a site': (statement) => /\bcreate\s+extension\b/i.test(statement),
  'a schema is named': (statement) => /\bpublic\s*\.|"public"\s*\./i.test(statement),
  'a catalogue is read without its schema': (statement) =>
    /\b(information_schema|pg_class|pg_trigger|pg_tables|pg_indexes|pg_proc)\b/i.test(statement) &&
    !/\bcurrent_schemas?\b/i.test(statement),
};

/** The forms that a statement has, each with the statement. */
export function findUndistributable(statement: string): string[] {
  return Object.entries(forms)
    .filter(([, has]) => has(statement))
    .map(([form]) => `${form}: ${statement}`);
}
