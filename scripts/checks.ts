/** The static checks. */
import { type Program, runQuietly, since } from './processes.ts';

const checks: Record<string, Program> = {
  'types: server, contract, tests': { package: 'typescript', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  'types: screens': { package: 'typescript', command: 'tsc', args: ['-p', 'web/tsconfig.json'] },
  lint: { package: 'oxlint', args: ['--type-aware', '--deny-warnings'] },
  format: { package: 'oxfmt', args: ['--list-different', '.'] },
};

/** Runs all checks; prints one line for each, and the output of a failed one. */
export async function runChecks(): Promise<{ passed: number; failed: number }> {
  const results = await Promise.all(
    Object.entries(checks).map(async ([name, program]) => {
      const start = performance.now();
      const { code, output } = await runQuietly(program);
      console.log(`  ${code === 0 ? '✓' : '✗'} ${name} (${since(start)})`);
      if (code !== 0) console.log(output.trim());
      return code === 0;
    }),
  );
  const passed = results.filter(Boolean).length;
  return { passed, failed: results.length - passed };
}
