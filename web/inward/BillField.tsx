/** The bill of an inward: dropped, pasted or chosen; PDF, PNG or JPEG only (specification §5). */
import { Input } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { billTypes, inwardEndpoints, inwardTexts, MAX_BILL_BYTES, inwardLabels } from '#contract/inward.ts';
import { callFile } from '#web/api/client.ts';
import { toastFailed } from '#web/ui/toast.tsx';
import classes from './BillField.module.css';
import { useBillViewer } from './useBillViewer.tsx';
import type { InwardWithBill } from './inwardDraft.ts';

/** A bill that was given in this form, not yet saved. */
export interface Bill {
  file: File;
  dataUrl: string;
}

interface BillFieldProps {
  bill?: Bill;
  /** The inward that is edited, with the bill that it has. */
  present?: InwardWithBill;
  onBill: (bill: Bill) => void;
}

export function BillField({ bill, present, onBill }: BillFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const viewer = useBillViewer();

  const take = (file: File | undefined) => {
    if (!file) return;
    if (!billTypes.some((type) => type === file.type)) toastFailed(inwardTexts.billType);
    else if (file.size > MAX_BILL_BYTES) toastFailed(inwardTexts.billTooLarge);
    else {
      asDataUrl(file)
        .then((dataUrl) => onBill({ file, dataUrl }))
        .catch(() => toastFailed('This file could not be read.'));
    }
  };

  const takePasted = useEffectEvent((event: ClipboardEvent) => take(event.clipboardData?.files[0]));
  useEffect(() => {
    const paste = (event: ClipboardEvent) => takePasted(event);
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  const picture = bill?.dataUrl ?? present?.billAttachment;
  const preview = () => {
    if (bill) viewer.show(() => Promise.resolve(bill.file), bill.file.name);
    else if (present) {
      const asked = { params: { id: present.inwardId } };
      viewer.show(() => callFile(inwardEndpoints.bill, asked), `Bill of ${present.invoiceNumber}`);
    }
  };

  return (
    <Input.Wrapper label={inwardLabels.bill} id={id}>
      <div
        className={classes.drop}
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          take(event.dataTransfer.files[0]);
        }}
      >
        <input
          ref={input}
          id={id}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          required={!present?.hasBill}
          accept={billTypes.join(',')}
          onChange={(event) => {
            take(event.currentTarget.files?.[0]);
            // Choosing the same file again after an error must count as a choice.
            event.currentTarget.value = '';
          }}
        />
        {!bill && !present?.hasBill ? (
          <p>
            Drop the bill here, paste it, or{' '}
            <button type="button" onClick={() => input.current?.click()}>
              choose a file
            </button>
            <small>PDF, PNG or JPEG, at most 10 MB</small>
          </p>
        ) : (
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
                {bill && `${sizeOf(bill.file.size)} · `}
                <button type="button" onClick={preview}>
                  Preview
                </button>
                {' · '}
                <button type="button" onClick={() => input.current?.click()}>
                  Replace
                </button>
              </small>
            </p>
          </>
        )}
      </div>
      {viewer.dialog}
    </Input.Wrapper>
  );
}

function asDataUrl(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result : '');
    reader.onerror = () => reject(reader.error ?? new Error('The file could not be read.'));
    reader.readAsDataURL(file);
  });
}

function sizeOf(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
