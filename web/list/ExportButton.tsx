import '@mantine/core/styles/Loader.layer.css';
import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { stockReportTexts } from '#contract/reports.ts';
import { whyOf } from '#web/api/client.ts';
import { toastFailed } from '#web/ui/toast.tsx';
import type { Progress } from './downloadSheet.ts';

interface ExportButtonProps {
  nothing: boolean;
  run: (onProgress: Progress) => Promise<void>;
}

/** Of a hundred: those who listen are not told each single one. */
const TOLD_STEP = 25;

/** Makes a spreadsheet of a report; what makes it is loaded only when it is pressed. */
export function ExportButton({ nothing, run }: ExportButtonProps) {
  /** Undefined until the rows have come. */
  const [percent, setPercent] = useState<number>();
  const exporting = useMutation({
    mutationFn: () => run(setPercent),
    onMutate: () => setPercent(undefined),
    onError: (fault) => toastFailed(stockReportTexts.exportFailed, whyOf(fault)),
  });
  return (
    <>
      <Button
        leftSection={exporting.isPending ? <Loader size={16} aria-hidden /> : <IconDownload size={16} aria-hidden />}
        disabled={exporting.isPending || nothing}
        onClick={() => exporting.mutate()}
      >
        {exporting.isPending ? `Exporting...${percent === undefined ? '' : ` ${percent} %`}` : 'Export'}
      </Button>
      <span role="status" className="visually-hidden">
        {exporting.isPending && percent !== undefined && `Exporting, ${percent - (percent % TOLD_STEP)} %`}
      </span>
    </>
  );
}
