/** The static checks. */
import { type Program, runQuietly, since } from './processes.ts';

const checks: Record<string, Program> = {
  // Types of each file by the tsconfig.json next above it; one program for both, since each needs all types.
  'types and lint': {
    package: 'oxlint',
    args: ['--type-aware', '--type-check', '--deny-warnings'],
    // Collecting garbage is a quarter of its time: only from this much memory on.
    env: { GOGC: 'off', GOMEMLIMIT: '2500MiB' },
  },
  format: { package: 'oxfmt', args: ['--list-different', '.'] },
};

/** Runs all checks; prints one line for each, and the output of a failed one. With `isLowPriority`, other programs go first. */
export async function runChecks({ isLowPriority = false } = {}): Promise<{ passed: number; failed: number }> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, program]) => {
      const start = performance.now();
      const { code, output } = await runQuietly(program, { isLowPriority });
      console.log(`  ${code === 0 ? '✓' : '✗'} ${name} (${since(start)})`);
      if (code !== 0) console.log(output.trim());
      return code === 0;
    }),
  );
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}
