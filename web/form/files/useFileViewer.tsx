/** Shows an attached file: images in a popup, PDFs in a new tab (specification §2). */
import { useState, type ReactNode } from 'react';
import { whyOf } from '#web/api/client.ts';
import { Popup } from '#web/ui/dialogs/Popup.tsx';
import { toastFailed } from '#web/ui/toast.tsx';
import classes from './FileViewer.module.css';

const TAB_READS_MS = 60_000;

interface Shown {
  title: string;
  url: string;
  isImage: boolean;
}

interface FileViewer {
  show: (load: () => Promise<Blob>, title: string) => void;
  dialog: ReactNode;
}

export function useFileViewer(): FileViewer {
  const [shown, setShown] = useState<Shown>();

  const show = (load: () => Promise<Blob>, title: string) => {
    load()
      .then((file) => {
        // A blob URL, since browsers refuse to open data: URLs in a tab.
        const url = URL.createObjectURL(file);
        const isImage = file.type.startsWith('image/');
        // If the browser blocks the new tab, the popup offers a link.
        if (isImage || !window.open(url, '_blank')) setShown({ title, url, isImage });
        // By then the tab has read it.
        else setTimeout(() => URL.revokeObjectURL(url), TAB_READS_MS);
      })
      .catch((fault: unknown) => toastFailed('The file could not be opened.', whyOf(fault)));
  };

  const close = () => {
    if (shown) URL.revokeObjectURL(shown.url);
    setShown(undefined);
  };

  const dialog = (
    <Popup opened={shown !== undefined} onClose={close} title={shown?.title ?? ''} size="xl" withClose>
      {shown?.isImage && <img src={shown.url} alt={shown.title} className={classes.picture} />}
      {shown && !shown.isImage && (
        <a href={shown.url} target="_blank" data-autofocus>
          Open the file in a new tab
        </a>
      )}
    </Popup>
  );
  return { show, dialog };
}
