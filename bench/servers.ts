/** Several servers on one PostgreSQL: throughput, and processor time of each side. */
import { readFileSync } from 'node:fs';
import { onPostgres } from '#test/testDatabases.ts';
import { readsPerSecond } from './addresses.ts';
import type { BenchDatabase } from './databases.ts';
import { type Godown, withGodowns } from './godown.ts';
import { type Bench, CONNECTIONS, type Finding, type Measure, takeTurns } from './measuring.ts';
import { prepareWrites, recordings } from './writes.ts';

const COUNTS = [1, 2, 4] as const;
/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10;
const PAGE = '/Production?page=1&pageSize=15';

type Job = (godown: Godown, connections: number) => Measure;

/** The processor time that a process has taken; 0 where it is not on this machine or this isn't Linux. */
function processorMs(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
    return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
  } catch {
    return 0;
  }
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0);
}

/** The processes of PostgreSQL that serve this database. */
async function backendsOf({ databaseUrl = '' }: BenchDatabase): Promise<number[]> {
  const others = 'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';
  return (await onPostgres<{ pid: number }>(databaseUrl, others)).map(({ pid }) => pid);
}

function together(godowns: readonly Godown[], job: Job): Measure {
  const share = Math.ceil(CONNECTIONS / godowns.length);
  return async (seconds) => sumOf(await Promise.all(godowns.map(async (godown) => await job(godown, share)(seconds))));
}

/** Prints the processor time of a request on the server and on PostgreSQL. */
async function tellProcessorTime(what: string, godown: Godown, measure: Measure, seconds: number): Promise<void> {
  await measure(seconds);
  const backends = await backendsOf(godown.database);
  const taken = () => [processorMs(godown.pid), sumOf(backends.map(processorMs))] as const;
  const [server, engine] = taken();
  const count = (await measure(seconds)) * seconds;
  const [serverAfter, engineAfter] = taken();
  const each = (ms: number) => `${(ms / count).toFixed(2)} ms`;
  console.log(
    `${what} takes ${each(serverAfter - server)} of the server, ${each(engineAfter - engine)} of PostgreSQL.`,
  );
}

/** Measures 1, 2 and 4 servers in turns, with the same total of connections. SQLite has one, the only writer of the file. */
export async function measureServers({ largest, pace }: Bench): Promise<Finding[]> {
  if (largest.databaseUrl === undefined) return [];
  return await withGodowns([largest, largest, largest, largest], async (godowns) => {
    const [first] = godowns;
    if (!first) throw new Error('Godown was not started.');
    const { production } = await prepareWrites(first);
    const jobs: Record<string, Job> = {
      'A page of 15 productions': (godown, connections) => readsPerSecond(godown, { path: PAGE }, connections),
      'A production of 3 lines': (godown, connections) => recordings(godown, production, connections),
    };
    const findings: Finding[] = [];
    for (const [what, job] of Object.entries(jobs)) {
      console.log(`Measuring on ${COUNTS.join(', ')} servers: ${what} …`);
      await tellProcessorTime(what, first, job(first, CONNECTIONS), Math.max(1, pace.seconds));
      const measures = COUNTS.map((count) => together(godowns.slice(0, count), job));
      const [limit = NaN, ...others] = await takeTurns(pace, measures);
      for (const [index, figure] of others.entries()) {
        const count = COUNTS[index + 1] ?? NaN;
        // They share one machine, so they needn't do more, but must not block each other.
        const must = { atLeast: 0.9 };
        findings.push({ what: `${what}, ${count} servers`, unit: '/s', figure, limitWhat: '1 server', limit, must });
      }
    }
    return findings;
  });
}
