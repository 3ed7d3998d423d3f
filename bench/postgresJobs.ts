/** Reads and writes on PostgreSQL, each against pgbench with the same statements. */
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { requestFor } from './addresses.ts';
import type { BenchDatabase } from './databases.ts';
import { type Godown, withGodown } from './godown.ts';
import { CONNECTIONS, type Finding, type Pace, requestsPerSecond, takeTurns } from './measuring.ts';
import { type Asked, pgbenchOrComplain, type PgBench, prepareBench } from './pgbench.ts';
import { readsOf } from './reads.ts';
import { prepareWrites, recordings } from './writes.ts';

const limitWhat = 'pgbench, same statements';

/** Requests per second of each. */
export async function measureReadsOnPostgres(database: BenchDatabase, pace: Pace): Promise<Finding[]> {
  const program = pgbenchOrComplain('pages, searches and records');
  if (program === undefined) return [];
  return await withGodown(database, async ({ url, headers }) => {
    const findings: Finding[] = [];
    for (const read of readsOf(database.productions)) {
      const { what, path, atLeast } = read;
      const request = requestFor(read, headers);
      console.log(`Measuring: ${what} …`);
      const bench = await prepareBench(program, database, { method: 'GET', url: `/api${path}`, headers });
      const [figure = NaN, limit = NaN] = await takeTurns(pace, [
        async (seconds) => await requestsPerSecond(`${url}/api${path}`, request, CONNECTIONS, seconds),
        async (seconds) => await bench.perSecond(CONNECTIONS, seconds),
      ]);
      findings.push({ what, unit: '/s', figure, limitWhat, limit, must: { atLeast } });
    }
    return findings;
  });
}

/** All tables to which recording adds rows. */
const tables = 'production inward inward_line lot bill movement audit_event idempotency_key'.split(' ');

async function countRows({ databaseUrl }: BenchDatabase): Promise<number[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const counts: number[] = [];
  for (const table of tables) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`);
    counts.push(Number(rows[0]?.count));
  }
  await client.end();
  return counts;
}

/** How many rows `work` adds to each table. */
async function rowsAdded(database: BenchDatabase, work: () => Promise<unknown>): Promise<string> {
  const before = await countRows(database);
  await work();
  return (await countRows(database)).map((count, index) => `${tables[index]} ${count - (before[index] ?? 0)}`).join();
}

/** Throws where Godown and pgbench add different numbers of rows. */
async function compareRows(database: BenchDatabase, ours: () => Promise<unknown>, bench: PgBench): Promise<void> {
  const [godown, limit] = [
    await rowsAdded(database, ours),
    await rowsAdded(database, async () => await bench.repeat(1)),
  ];
  if (godown !== limit) throw new Error(`Godown adds other rows than pgbench:\n${godown}\n${limit}`);
}

async function measureRecording(
  program: string,
  godown: Godown,
  what: string,
  document: { path: string; body: unknown },
  pace: Pace,
): Promise<Finding[]> {
  console.log(`Measuring: ${what} …`);
  const key = randomUUID();
  const headers = { ...godown.headers, 'idempotency-key': key };
  const payload = JSON.stringify(document.body);
  const asked: Asked = { method: 'POST', url: `/api${document.path}`, headers, payload };
  const bench = await prepareBench(program, godown.database, asked, key);
  const once = async () => {
    const repeated = { ...godown.headers, 'idempotency-key': randomUUID() };
    await fetch(`${godown.url}/api${document.path}`, { method: 'POST', headers: repeated, body: payload });
  };
  await compareRows(godown.database, once, bench);
  const findings: Finding[] = [];
  for (const [how, connections] of [
    ['one after the other', 1],
    [`${CONNECTIONS} connections`, CONNECTIONS],
  ] as const) {
    const [figure = NaN, limit = NaN] = await takeTurns(pace, [
      recordings(godown, document, connections),
      async (seconds) => await bench.perSecond(connections, seconds),
    ]);
    findings.push({ what: `${what}, ${how}`, unit: '/s', figure, limitWhat, limit, must: { atLeast: 0.4 } });
  }
  return findings;
}

/** Measures productions and inwards a second, each on the disk when it is answered. */
export async function measureWritesOnPostgres(database: BenchDatabase, pace: Pace): Promise<Finding[]> {
  const program = pgbenchOrComplain('recording a production and an inward');
  if (program === undefined) return [];
  return await withGodown(database, async (godown) => {
    const { production, inward } = await prepareWrites(godown);
    return [
      ...(await measureRecording(program, godown, 'A production of 3 lines', production, pace)),
      ...(await measureRecording(program, godown, 'An inward of 10 lines and its bill', inward, pace)),
    ];
  });
}
