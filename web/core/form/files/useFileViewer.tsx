/** Shows an attached file: images in a popup, PDFs in a new tab (specification §2) as pictures of their pages. */
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { FileHolder } from '#contract/kinds.ts';
import { shownFileTexts } from '#contract/core/fileTexts.ts';
import { whyOf } from '#web/core/api/client.ts';
import { Popup } from '#web/core/ui/dialogs/Popup.tsx';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { offerFile } from './chosenFiles.ts';
import classes from './FileViewer.module.css';

export interface StoredFile {
  title: string;
  of: FileHolder;
  id: number;
  /** Loads it where it is an image. */
  loadImage: () => Promise<Blob | undefined>;
}

interface Shown {
  title: string;
  /** Set for an image. */
  url?: string;
  /** Set for a tab that the browser blocked. */
  tab?: string;
}

interface FileViewer {
  show: (file: StoredFile) => void;
  /** Shows one that is not saved yet. */
  showChosen: (file: File) => void;
  dialog: ReactNode;
}

export function useFileViewer(): FileViewer {
  const [shown, setShown] = useState<Shown>();
  const offer = useRef<() => void>(undefined);
  useEffect(() => () => offer.current?.(), []);

  const showImage = (title: string, image: Blob) => setShown({ title, url: URL.createObjectURL(image) });
  const openTab = (title: string, tab: string) => {
    if (!window.open(tab, '_blank')) setShown({ title, tab });
  };

  const show = ({ title, of, id, loadImage }: StoredFile) => {
    loadImage()
      .then((image) => (image ? showImage(title, image) : openTab(title, `/files/${of}/${id}`)))
      .catch((fault: unknown) => toastFailed(shownFileTexts.openFailed, whyOf(fault)));
  };
  const showChosen = (file: File) => {
    if (file.type.startsWith('image/')) {
      showImage(file.name, file);
      return;
    }
    offer.current?.();
    const { key, stop } = offerFile(file);
    offer.current = stop;
    openTab(file.name, `/files/chosen/${key}`);
  };

  const close = () => {
    if (shown?.url !== undefined) URL.revokeObjectURL(shown.url);
    setShown(undefined);
  };

  const dialog = (
    <Popup opened={shown !== undefined} onClose={close} title={shown?.title ?? ''} size="xl" withClose>
      {shown?.url !== undefined && <img src={shown.url} alt={shown.title} className={classes.picture} />}
      {shown?.tab !== undefined && (
        <a href={shown.tab} target="_blank" data-autofocus>
          {shownFileTexts.openTab}
        </a>
      )}
    </Popup>
  );
  return { show, showChosen, dialog };
}
