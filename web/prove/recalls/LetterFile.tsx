import { useMutation } from '@tanstack/react-query';
import { recallEndpoints } from '#contract/prove/recalls.ts';
import { recallTexts } from '#contract/prove/recallTexts.ts';
import { callFile, whyOf } from '#web/core/api/client.ts';
import { saveFile } from '#web/core/ui/saveFile.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import classes from './RecallPage.module.css';

interface LetterFileProps {
  recallId: number;
  buyerId: number;
  name: string;
}

/** Saves the letter to a buyer as a PDF. */
export function LetterFile({ recallId, buyerId, name }: LetterFileProps) {
  const making = useMutation({
    mutationFn: () =>
      callFile(recallEndpoints.letter, { params: { id: recallId }, query: { buyerId: String(buyerId) } }),
    onSuccess: (file) => saveFile(file, `Letter to ${name}.pdf`),
    onError: (fault) => toastFailed(recallTexts.letterFailed, whyOf(fault)),
  });
  return (
    <button
      type="button"
      className={classes.letter}
      aria-label={`Letter to ${name} as PDF`}
      aria-disabled={making.isPending}
      onClick={() => {
        if (!making.isPending) making.mutate();
      }}
    >
      {recallTexts.letter} (PDF)
    </button>
  );
}
