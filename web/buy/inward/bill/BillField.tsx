/** The bill of an inward: dropped, pasted, chosen or photographed (specification §5). */
import { Button, Input } from '@mantine/core';
import { IconCamera, IconFileTypePdf, IconFolderOpen } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, useState, type ChangeEvent, type ReactNode } from 'react';
import { attachmentTexts, attachmentTypes } from '#contract/core/attachments.ts';
import { formatSize } from '#contract/core/values/format.ts';
import { inwardTexts, inwardLabels } from '#contract/buy/inwardTexts.ts';
import { ActiveContentNote } from '#web/core/form/files/ActiveContentNote.tsx';
import type { Attachment } from '#web/core/form/files/readAttachment.ts';
import { useChosenFile } from '#web/core/form/files/useChosenFile.ts';
import { focusNextField } from '#web/core/form/fieldFocus.ts';
import { useFileViewer } from '#web/core/form/files/useFileViewer.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import classes from './BillField.module.css';
import { billToShow } from './billToShow.ts';
import type { InwardInForm } from '../inwardValues.ts';

interface BillFieldProps {
  bill: Attachment | null;
  /** The edited inward, with its saved bill. */
  stored?: InwardInForm;
  onBill: (bill: Attachment) => void;
  error?: string;
}

export function BillField({ bill, stored, onBill, error }: BillFieldProps) {
  const id = useId();
  const field = useRef<HTMLDivElement>(null);
  const fileInput = useRef<HTMLInputElement>(null);
  const cameraInput = useRef<HTMLInputElement>(null);
  const [isDraggedOver, setOver] = useState(false);
  const { read, isShrinking } = useChosenFile(onBill, inwardTexts.billTooLarge);
  usePastedFile(read);

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
        data-over={isDraggedOver || undefined}
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
          required={!stored?.hasBill}
          accept={attachmentTypes.join(',')}
        />
        <input {...input} ref={cameraInput} hidden accept="image/jpeg" capture="environment" />
        {isShrinking ? (
          <p role="status">{inwardTexts.billShrinking}</p>
        ) : bill || stored?.hasBill ? (
          <ChosenBill bill={bill} stored={stored} onReplace={() => fileInput.current?.click()} />
        ) : (
          <NoBill
            // Makes the first button the field that Enter and focusFirstFault() focus.
            firstButtonProps={{
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
      {!bill && stored && <ActiveContentNote kinds={stored.activeContent} />}
    </Input.Wrapper>
  );
}

/** Reads a file that is pasted anywhere on the page. */
function usePastedFile(read: (file: File | undefined) => void) {
  const takePasted = useEffectEvent((event: ClipboardEvent) => {
    // Excel copies cells as text, which became lines, and as a picture.
    if (!event.defaultPrevented) read(event.clipboardData?.files[0]);
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent) => takePasted(event);
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);
}

interface NoBillProps {
  firstButtonProps: Record<`data-${string}` | `aria-${string}`, string | boolean | undefined>;
  onChoose: () => void;
  onPhoto: () => void;
}

function NoBill({ firstButtonProps, onChoose, onPhoto }: NoBillProps) {
  const limits = <small>{attachmentTexts.accepted}</small>;
  return useIsPhone() ? (
    <div className={classes.ways}>
      <Button
        {...firstButtonProps}
        variant="default"
        leftSection={<IconCamera size={17} aria-hidden />}
        onClick={onPhoto}
      >
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
      <button {...firstButtonProps} type="button" onClick={onChoose}>
        {inwardTexts.chooseFile.toLowerCase()}
      </button>
      {limits}
    </p>
  );
}

interface ChosenBillProps {
  bill: Attachment | null;
  stored?: InwardInForm;
  onReplace: () => void;
}

function ChosenBill({ bill, stored, onReplace }: ChosenBillProps) {
  const viewer = useFileViewer();
  const picture = bill?.dataUrl ?? stored?.billAttachment;
  const preview = () => {
    if (bill) viewer.showChosen(bill.file);
    else if (stored) viewer.show(billToShow(stored));
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
