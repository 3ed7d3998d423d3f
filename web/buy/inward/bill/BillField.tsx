/** The bill of an inward: dropped, pasted, chosen or photographed (specification §5). */
import { Button, Input } from '@mantine/core';
import { IconCamera, IconFileTypePdf, IconFolderOpen } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { attachmentTexts, attachmentTypes } from '#contract/core/attachments.ts';
import { formatSize } from '#contract/core/values/format.ts';
import { inwardTexts, inwardLabels } from '#contract/buy/inwardTexts.ts';
import { ActiveContentNote } from '#web/core/form/files/ActiveContentNote.tsx';
import { attachmentFault, isTooLarge, readAttachment, type Attachment } from '#web/core/form/files/readAttachment.ts';
import { focusNextField } from '#web/core/form/fieldFocus.ts';
import { toastFailed } from '#web/core/ui/toast.tsx';
import { useFileViewer } from '#web/core/form/files/useFileViewer.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import classes from './BillField.module.css';
import { billToShow } from './billToShow.ts';
import type { InwardInForm } from '../inwardDraft.ts';

interface BillFieldProps {
  bill: Attachment | null;
  /** The edited inward, with its saved bill. */
  savedInward?: InwardInForm;
  onBill: (bill: Attachment) => void;
  error?: string;
}

export function BillField({ bill, savedInward, onBill, error }: BillFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const { read, isShrinking } = useChosenBill(onBill);

  // The focused button is removed once there is a bill.
  const file = bill?.file;
  useEffect(() => {
    if (file && field.current) focusNextField(field.current);
  }, [file]);

  const readChosen = (event: ChangeEvent<HTMLInputElement>) => {
    read(event.currentTarget.files?.[0]);
    // Reset, so that choosing the same file again fires a change event.
    event.currentTarget.value = '';
  };
  const input = { type: 'file', onChange: readChosen } as const;

  return (
    <Input.Wrapper ref={field} label={inwardLabels.bill} id={id} error={error} errorProps={{ id: `${id}-fault` }}>
      <div
        className={classes.drop}
        data-over={over || undefined}
        data-error={error !== undefined || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          read(event.dataTransfer.files[0]);
        }}
      >
        <input
          {...input}
          ref={fileInput}
          id={id}
          className="visually-hidden"
          tabIndex={-1}
          required={!savedInward?.hasBill}
          accept={attachmentTypes.join(',')}
        />
        <input {...input} ref={cameraInput} hidden accept="image/jpeg" capture="environment" />
        {isShrinking ? (
          <p role="status">{inwardTexts.billShrinking}</p>
        ) : bill || savedInward?.hasBill ? (
          <ChosenBill bill={bill} savedInward={savedInward} onReplace={() => fileInput.current?.click()} />
        ) : (
          <NoBill
            // Makes the first button the field that Enter and focusFirstFault() focus.
            first={{
              'data-field': true,
              'data-path': 'billAttachment',
              'aria-invalid': error !== undefined,
              'aria-describedby': error && `${id}-fault`,
            }}
            onChoose={() => fileInput.current?.click()}
            onPhoto={() => cameraInput.current?.click()}
          />
        )}
      </div>
      {!bill && savedInward && <ActiveContentNote kinds={savedInward.activeContent} />}
    </Input.Wrapper>
  );
}

/** Reads a file that was chosen, dropped or pasted anywhere on the page; the last one wins. */
function useChosenBill(onBill: (bill: Attachment) => void) {
  const [isShrinking, setShrinking] = useState(false);
  const last = useRef<File>(undefined);

  const read = (file: File | undefined) => {
    if (!file) return;
    const fault = attachmentFault(file, inwardTexts.billTooLarge);
    if (fault !== undefined) {
      toastFailed(fault);
      return;
    }
    last.current = file;
    const isLast = () => last.current === file;
    setShrinking(isTooLarge(file));
    readAttachment(file)
      .then((bill) => isLast() && onBill(bill))
      .catch(() => toastFailed(attachmentTexts.unreadable))
      .finally(() => isLast() && setShrinking(false));
  };

  const takePasted = useEffectEvent((event: ClipboardEvent) => {
    // Excel copies cells as text, which became lines, and as a picture.
    if (!event.defaultPrevented) read(event.clipboardData?.files[0]);
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => takePasted(event);
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  return { read, isShrinking };
}

interface NoBillProps {
  first: Record<`data-${string}` | `aria-${string}`, string | boolean | undefined>;
  onChoose: () => void;
  onPhoto: () => void;
}

function NoBill({ first, onChoose, onPhoto }: NoBillProps) {
  const limits = <small>{attachmentTexts.accepted}</small>;
  return useIsPhone() ? (
    <div className={classes.ways}>
      <Button {...first} variant="default" leftSection={<IconCamera size={17} aria-hidden />} onClick={onPhoto}>
        {inwardTexts.takePhoto}
      </Button>
      <Button variant="default" leftSection={<IconFolderOpen size={17} aria-hidden />} onClick={onChoose}>
        {inwardTexts.chooseFile}
      </Button>
      {limits}
    </div>
  ) : (
    <p>
      Drop the bill here, paste it, or{' '}
      <button {...first} type="button" onClick={onChoose}>
        {inwardTexts.chooseFile.toLowerCase()}
      </button>
      {limits}
    </p>
  );
}

interface ChosenBillProps {
  bill: Attachment | null;
  savedInward?: InwardInForm;
  onReplace: () => void;
}

function ChosenBill({ bill, savedInward, onReplace }: ChosenBillProps) {
  const viewer = useFileViewer();
  const picture = bill?.dataUrl ?? savedInward?.billAttachment;
  const preview = () => {
    if (bill) viewer.showChosen(bill.file);
    else if (savedInward) viewer.show(billToShow(savedInward));
  };
  return (
    <>
      {picture?.startsWith('data:image/') ? (
        <img src={picture} alt="" className={classes.thumb} />
      ) : (
        <span className={classes.thumb}>
          <IconFileTypePdf size={26} stroke={1.4} aria-hidden />
        </span>
      )}
      <p>
        {bill ? bill.file.name : 'The bill that is kept'}
        <small>
          {bill && <Size {...bill} />}
          <button type="button" onClick={preview}>
            Preview
          </button>
          {' · '}
          <button type="button" onClick={onReplace}>
            Replace
          </button>
        </small>
      </p>
      {viewer.dialog}
    </>
  );
}

function Size({ file, shrunkFrom }: Attachment): ReactNode {
  const size = formatSize(file.size);
  return shrunkFrom === undefined ? `${size} · ` : `${size}, made smaller from ${formatSize(shrunkFrom)} · `;
}
