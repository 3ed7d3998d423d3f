/** A pack file is dropped or chosen here, and checked by the server: browsers cannot over plain http. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { formatDate, formatTimestamp } from '#contract/core/values/format.ts';
import {
  groupedFingerprint,
  MAX_PACK_BYTES,
  PACK_MEDIA_TYPE,
  packEndpoints,
  packTexts,
  verdictTexts,
  type PackCheck,
} from '#contract/prove/packs.ts';
import { call, whyOf } from '#web/core/api/client.ts';
import { clearFailures, toastFailed } from '#web/core/ui/toast.tsx';
import classes from './PacksPage.module.css';

/** More faults are counted. */
const FAULTS_SHOWN = 20;

export function VerifyPack() {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setOver] = useState(false);
  const checking = useMutation({
    mutationFn: (blob: File) => call(packEndpoints.verify, { file: { blob, type: PACK_MEDIA_TYPE } }),
    onMutate: clearFailures,
    onError: (fault) => toastFailed(packTexts.verifyFailed, whyOf(fault)),
  });
  const check = (file: File | undefined) => {
    if (!file || checking.isPending) return;
    if (file.size > MAX_PACK_BYTES) toastFailed(packTexts.tooLarge);
    else checking.mutate(file);
  };
  return (
    <section
      className={classes.card}
      aria-labelledby="verify-pack"
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        check(event.dataTransfer.files[0]);
      }}
    >
      <h2 id="verify-pack">{packTexts.verifyTitle}</h2>
      <p className={classes.dim}>{packTexts.verifyHelp}</p>
      <input
        ref={input}
        type="file"
        className="visually-hidden"
        tabIndex={-1}
        aria-label={packTexts.verifyChoose}
        accept={`${PACK_MEDIA_TYPE},.zip`}
        onChange={(event) => {
          check(event.currentTarget.files?.[0]);
          // Reset, so that choosing the same file again fires a change event.
          event.currentTarget.value = '';
        }}
      />
      <Button variant="default" aria-disabled={checking.isPending} onClick={() => input.current?.click()}>
        {checking.isPending ? packTexts.verifying : packTexts.verifyChoose}
      </Button>
      <div role="status">
        {checking.data && <Verdict name={checking.variables?.name ?? ''} verdict={checking.data} />}
      </div>
    </section>
  );
}

/** The verdict in a few words. Its origin comes first: a changed pack can be signed anew. */
function headlineOf({ isWhole, origin, fingerprint, problem }: PackCheck): string {
  if (origin === 'predated') return packTexts.refused;
  if (problem !== null && fingerprint === null) return packTexts.noPack;
  if (!isWhole) return packTexts.changed;
  return origin === 'recorded' ? packTexts.whole : packTexts.notMadeHere;
}

function Verdict({ name, verdict }: { name: string; verdict: PackCheck }) {
  const { isWhole, origin, recordedAt, fingerprint, madeAt, from, to, files, faults, moreFaults, problem } = verdict;
  // A modified pack is never in the record.
  const says = origin !== null && (isWhole || origin !== 'unrecorded') && verdictTexts.origins[origin];
  const unnamed = Math.max(0, faults.length - FAULTS_SHOWN) + moreFaults;
  return (
    <div className={classes.verdict}>
      <p>
        <strong data-changed={!isWhole || origin !== 'recorded' || undefined}>{headlineOf(verdict)}</strong> {problem}{' '}
        {says && says(recordedAt === null ? '' : formatTimestamp(recordedAt))}
      </p>
      {faults.length > 0 && (
        <ul>
          {faults.slice(0, FAULTS_SHOWN).map(({ name: file, kind }) => (
            <li key={`${kind} ${file}`}>
              {file}: {verdictTexts.faults[kind]}
            </li>
          ))}
          {unnamed > 0 && <li>{verdictTexts.more(unnamed)}</li>}
        </ul>
      )}
      <p className={classes.dim}>
        {name}
        {from !== null && to !== null && `, ${formatDate(from)} to ${formatDate(to)}`}
        {madeAt !== null && `, made ${formatTimestamp(madeAt)}`}. {files > 0 && verdictTexts.counted(files)}
      </p>
      {fingerprint !== null && origin === 'foreign' && (
        <code className={classes.fingerprint}>{groupedFingerprint(fingerprint)}</code>
      )}
    </div>
  );
}
