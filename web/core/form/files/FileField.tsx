/** A file field, in which the last chosen file wins: shows the name of the chosen file, and opens a stored one. */
import { Button, Input } from '@mantine/core';
import { useId, useRef } from 'react';
import { attachmentTexts, attachmentTypes } from '#contract/core/attachments.ts';
import { useFileViewer, type StoredFile } from './useFileViewer.tsx';
import classes from './FileField.module.css';
import type { Attachment } from './readAttachment.ts';
import { useChosenFile } from './useChosenFile.ts';

interface FileFieldProps {
  label: string;
  span: number;
  file: Attachment | null;
  /** The one that is stored; missing where there is none. */
  stored: StoredFile | undefined;
  tooLarge: string;
  onFile: (file: Attachment) => void;
  error?: string;
}

export function FileField({ label, span, file, stored, tooLarge, onFile, error }: FileFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const viewer = useFileViewer();
  const { read } = useChosenFile(onFile, tooLarge);
  const show = () => {
    if (file) viewer.showChosen(file.file);
    else if (stored) viewer.show(stored);
  };

  return (
    <Input.Wrapper label={label} id={id} error={error} data-span={span}>
      <div className={classes.file}>
        <input
          ref={input}
          id={id}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          accept={attachmentTypes.join(',')}
          onChange={(event) => {
            read(event.currentTarget.files?.[0]);
            // Reset, so that choosing the same file again fires a change event.
            event.currentTarget.value = '';
          }}
        />
        <Button variant="default" onClick={() => input.current?.click()}>
          {file || stored ? 'Replace' : 'Choose a file'}
        </Button>
        {(file ?? stored) && (
          <button type="button" onClick={show}>
            {file ? file.file.name : 'Open the file'}
          </button>
        )}
        {!file && !stored && <small>{attachmentTexts.accepted}</small>}
      </div>
      {viewer.dialog}
    </Input.Wrapper>
  );
}
