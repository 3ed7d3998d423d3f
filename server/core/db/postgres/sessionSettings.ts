/**
 * Settings that Godown relies on. They are set once a connection is open, not by its startup `options`: so they
 * override the address, the role and the database, and PgBouncer, which refuses `options`, can stand in between.
 */

/** Timeout of a statement, and of an idle transaction, in the engine. */
const STATEMENT_LIMIT_MS = 10_000;

function settings(isServing: boolean) {
  // 0 is none.
  const limit = isServing ? STATEMENT_LIMIT_MS : 0;
  return {
    // Dates and times are read as texts, so their format must not depend on the engine's settings.
    timezone: 'UTC',
    datestyle: 'ISO',
    // Locks are followed by a read of the previous holder's commit (decision 50).
    default_transaction_isolation: 'read committed',
    statement_timeout: `${limit}`,
    idle_in_transaction_session_timeout: `${limit}`,
  };
}

/**
 * Settings of the planner (docs/decisions/146). A list joins nine tables to the ids of its page: with the default limit,
 * eight are reordered and all rows are joined first. Pages of an index cost nearly as little as those of a table where
 * they are in memory or on a solid-state disk. Compiling a query takes longer than running it.
 */
const plannerSettings = { jit: 'off', join_collapse_limit: '12', from_collapse_limit: '12', random_page_cost: '1.1' };

/** Those that nobody chose for the address, role, database or engine, and that the engine knows. */
const setPlanner = `
  select set_config(own.name, own.value, false)
  from (values ${Object.entries(plannerSettings)
    .map(([name, value]) => `('${name}', '${value}')`)
    .join(', ')}) own (name, value) join pg_settings s on s.name = own.name and s.source = 'default'`;

/** SQL that sets them for a connection; with `isServing` with the timeouts of requests, else without any. */
export function setSession(isServing: boolean): string {
  const fixed = Object.entries(settings(isServing)).map(([name, value]) => `set ${name} = '${value}'`);
  return [...fixed, setPlanner].join('; ');
}

/** Names that an address can't set: Godown's own, and the timeout that pg itself reads from an address. */
export const fixedSettings = [...Object.keys(settings(true)), 'query_timeout'];

/** Which of them an address sets, by `options` or as parameters of their own. */
export function findFixedSettings(url: URL): string[] {
  const options = url.searchParams.getAll('options').join(' ');
  // As the engine reads them: -c name=value, -cname=value and --name=value, with - for _.
  const named = Array.from(options.matchAll(/(?:^|\s)-(?:c\s*|-)([\w.-]+)/g), ([, name = '']) => name);
  const names = [...url.searchParams.keys(), ...named].map((name) => name.toLowerCase().replaceAll('-', '_'));
  return fixedSettings.filter((name) => names.includes(name));
}
