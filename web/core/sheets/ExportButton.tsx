import { exportTexts } from '#contract/core/sharedTexts.ts';
import '@mantine/core/styles/Loader.layer.css';
import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { whyOf } from '#web/core/api/client.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import classes from './besideSearch.module.css';
import type { Progress } from './downloadSheet.ts';

interface ExportButtonProps {
  nothing: boolean;
  /** Rejects with an AbortError when `signal` is aborted, if it heeds it. */
  run: (onProgress: Progress, signal: AbortSignal) => Promise<void>;
  /** Default where another button is the primary one: on a phone it is beside the search. */
  variant?: 'filled' | 'default';
}

/** Progress is announced to screen readers in steps of this many percent. */
const ANNOUNCED_STEP = 25;

/** Exports a list as a spreadsheet; `run` lazy-loads the export. */
export function ExportButton({ nothing, run, variant = 'filled' }: ExportButtonProps) {
  const isBeside = variant === 'default';
  /** Undefined until the rows are loaded. */
  const [percent, setPercent] = useState<number>();
  const cancel = useRef<AbortController>(undefined);
  const exporting = useMutation({
    mutationFn: () => {
      cancel.current = new AbortController();
      return run(setPercent, cancel.current.signal);
    },
    onMutate: () => setPercent(undefined),
    onError: (fault) => {
      if (fault.name !== 'AbortError') toastFailed(exportTexts.failed, whyOf(fault));
    },
  });
  return (
    <>
      <Button
        variant={variant}
        className={isBeside ? classes.button : undefined}
        aria-label={isBeside && !exporting.isPending ? 'Export' : undefined}
        data-beside-search={isBeside || undefined}
        leftSection={exporting.isPending ? <Loader size={16} aria-hidden /> : <IconDownload size={16} aria-hidden />}
        disabled={exporting.isPending || nothing}
        onClick={() => exporting.mutate()}
      >
        <span className={isBeside ? classes.word : undefined}>
          {exporting.isPending ? `Exporting...${percent === undefined ? '' : ` ${percent} %`}` : 'Export'}
        </span>
      </Button>
      {exporting.isPending && percent !== undefined && (
        <Button
          variant="subtle"
          color="gray"
          aria-label="Cancel"
          className={isBeside ? classes.button : undefined}
          leftSection={isBeside && <IconX size={16} aria-hidden />}
          onClick={() => cancel.current?.abort()}
        >
          <span className={isBeside ? classes.word : undefined}>Cancel</span>
        </Button>
      )}
      <span role="status" className="visually-hidden">
        {exporting.isPending && percent !== undefined && `Exporting, ${percent - (percent % ANNOUNCED_STEP)} %`}
      </span>
    </>
  );
}
