import { Button, Loader } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload } from '@tabler/icons-react';
import { stockReportTexts } from '#contract/reports.ts';
import { messageOf } from '#web/api/client.ts';
import { toastFailed } from '#web/ui/toast.tsx';

/** Makes a spreadsheet of a report; what makes it is loaded only when it is pressed. */
export function ExportButton({ nothing, run }: { nothing: boolean; run: () => Promise<void> }) {
  const exporting = useMutation({
    mutationFn: run,
    onError: (fault) => toastFailed(stockReportTexts.exportFailed, messageOf(fault)),
  });
  return (
    <Button
      leftSection={exporting.isPending ? <Loader size={16} aria-hidden /> : <IconDownload size={16} aria-hidden />}
      disabled={exporting.isPending || nothing}
      onClick={() => exporting.mutate()}
    >
      {exporting.isPending ? 'Exporting...' : 'Export'}
    </Button>
  );
}
