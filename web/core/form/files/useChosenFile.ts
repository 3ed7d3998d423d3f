import { useRef, useState } from 'react';
import { attachmentTexts } from '#contract/core/attachments.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { attachmentFault, isTooLarge, readAttachment, type Attachment } from './readAttachment.ts';

/** Reads a chosen file, and reports one that can't be read; the last one wins. `tooLarge` is the text for a too large one. */
export function useChosenFile(onFile: (file: Attachment) => void, tooLarge: string) {
  const [isShrinking, setShrinking] = useState(false);
  const last = useRef<File>(undefined);
  const read = (file: File | undefined) => {
    if (!file) return;
    const fault = attachmentFault(file, tooLarge);
    if (fault !== undefined) {
      toastFailed(fault);
      return;
    }
    last.current = file;
    const isLast = () => last.current === file;
    setShrinking(isTooLarge(file));
    readAttachment(file)
      .then((attachment) => isLast() && onFile(attachment))
      .catch(() => toastFailed(attachmentTexts.unreadable))
      .finally(() => isLast() && setShrinking(false));
  };
  return { read, isShrinking };
}
