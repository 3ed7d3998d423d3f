import { DamagedBackupError } from '#server/office/backups/seal.ts';
import { StartError } from '#server/core/config.ts';

/** Runs a command; prints only the message of an expected error. */
export function runCommand(run: () => Promise<void>): void {
  run().catch((error: unknown) => {
    const isExpected = error instanceof StartError || error instanceof DamagedBackupError;
    process.stderr.write(`${isExpected ? error.message : String(error)}\n`);
    process.exitCode = 1;
  });
}
