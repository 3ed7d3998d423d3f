/** Takes the lines of an inward from a spreadsheet or a .csv file, such as one that the supplier has sent. */
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useRef } from 'react';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import { ApiError, whyOf } from '#web/core/api/client.ts';
import { readFile } from '#web/core/sheets/readFile.ts';
import { SHEET_FILES, type ReadTable } from '#web/core/sheets/readTable.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';

interface LinesFromFileProps {
  onRead: (tables: readonly ReadTable[]) => void;
}

export function LinesFromFile({ onRead }: LinesFromFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const reading = useMutation({
    mutationFn: async (file: File) => await readFile(file, new AbortController().signal),
    onSuccess: onRead,
    onError: (fault) =>
      toastFailed(inwardTexts.fileFailed, fault instanceof ApiError ? whyOf(fault) : { reason: fault.message }),
  });
  const template = () => {
    import('./pastedLines.ts')
      .then(async ({ downloadLineTemplate }) => await downloadLineTemplate())
      .catch(console.error);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={inwardTexts.fromFile}
        accept={SHEET_FILES}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          // A file can be chosen again after a correction.
          currentTarget.value = '';
          if (file) reading.mutate(file);
        }}
      />
      <Button
        variant="subtle"
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        disabled={reading.isPending}
        onClick={() => input.current?.click()}
      >
        {inwardTexts.fromFile}
      </Button>
      <Button variant="subtle" color="gray" leftSection={<IconDownload size={16} aria-hidden />} onClick={template}>
        {inwardTexts.lineTemplate}
      </Button>
    </>
  );
}
