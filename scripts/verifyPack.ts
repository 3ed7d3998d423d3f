/**
 * `npm run verify-pack -- FILE [--key FINGERPRINT]`: reports changes of an inspection pack, and the key that signed it.
 * Needs neither a database nor a network. Exits with 0 if it is whole and signed by that key, with 1 if it is not, and
 * with 2 if it is whole, but no key was given to identify its maker.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { formatDate } from '#contract/core/values/format.ts';
import { groupedFingerprint, packTexts, verdictTexts, type PackVerdict } from '#contract/prove/packs.ts';
import { StartError } from '#server/core/config.ts';
import { verifyPack } from '#server/prove/packs/file/verifyPack.ts';
import { runCommand } from './command.ts';

const usage =
  'Name the file of one pack: npm run verify-pack -- FILE --key FINGERPRINT. Without the key nothing says whose it is.';

function readArguments(): { file: string; key: string | undefined } {
  try {
    const { values, positionals } = parseArgs({ options: { key: { type: 'string' } }, allowPositionals: true });
    const [file] = positionals;
    // As people copy it: in groups, in either case.
    const key = values.key?.replace(/\s+/g, '').toLowerCase();
    if (positionals.length === 1 && file !== undefined) return { file: path.resolve(file), key };
  } catch (cause) {
    throw new StartError(usage, { cause });
  }
  throw new StartError(usage);
}

function inWords(
  { isWhole, isOurs, fingerprint, madeAt, from, to, files, faults, moreFaults, problem }: PackVerdict,
  key?: string,
) {
  const isOfKey = key === undefined || isOurs;
  return [
    isWhole ? packTexts.whole : packTexts.changed,
    ...(problem === null ? [] : [problem]),
    ...faults.map(({ name, kind }) => `  ${verdictTexts.faults[kind]}: ${name}`),
    ...(moreFaults > 0 ? [`  ${verdictTexts.more(moreFaults)}`] : []),
    ...(from && to && madeAt ? [`Of ${formatDate(from)} to ${formatDate(to)}, made at ${madeAt}.`] : []),
    verdictTexts.counted(files),
    ...(fingerprint ? [`Signed by the key ${groupedFingerprint(fingerprint)}.`] : []),
    ...(isOfKey ? [] : [verdictTexts.otherKey]),
    ...(key === undefined && fingerprint ? [verdictTexts.noKey] : []),
    ...(isWhole && key !== undefined && isOurs ? [verdictTexts.askMaker] : []),
  ];
}

async function run(): Promise<void> {
  const { file, key } = readArguments();
  const verdict = await verifyPack(file, key).catch((cause: unknown) => {
    throw new StartError(`${file} cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  });
  process.stdout.write(`${inWords(verdict, key).join('\n')}\n`);
  if (!verdict.isWhole) process.exitCode = 1;
  else if (key === undefined) process.exitCode = 2;
  else if (!verdict.isOurs) process.exitCode = 1;
}

runCommand(run);
