/** Opens a lot or batch by its label: by the camera, a photo, a scanner, or typed. */
import { Button, FileButton, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import classes from './Scan.module.css';
import { scanTexts } from './scanTexts.ts';
import { useCamera } from './useCamera.ts';
import { useOpenScan } from './useOpenScan.ts';

export function ScanPage() {
  const open = useOpenScan();
  const { video, isThere } = useCamera(open);
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState('');
  const readPhoto = async (photo: File) => {
    const [{ readCode }, picture] = await Promise.all([import('./detector.ts'), createImageBitmap(photo)]);
    const code = await readCode(picture);
    if (code === undefined) setFault(scanTexts.noCode);
    else open(code);
  };
  return (
    <>
      <PageHeader title={scanTexts.title} />
      <Panel>
        <div className={classes.scan}>
          {isThere && <video ref={video} muted playsInline aria-label="Camera" />}
          <p className={classes.dim}>{isThere ? scanTexts.camera : scanTexts.noCamera}</p>
          <form
            className={classes.typed}
            onSubmit={(event) => {
              event.preventDefault();
              open(typed);
            }}
          >
            <TextInput
              label={scanTexts.field}
              autoComplete="off"
              maxLength={500}
              value={typed}
              onChange={({ currentTarget: { value } }) => setTyped(value)}
            />
            <Button type="submit">{scanTexts.open}</Button>
          </form>
          <FileButton
            accept="image/*"
            onChange={(photo) => {
              setFault('');
              if (photo) readPhoto(photo).catch(() => setFault(scanTexts.notRead));
            }}
          >
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconPhoto size={16} aria-hidden />}>
                {scanTexts.photo}
              </Button>
            )}
          </FileButton>
          {fault && (
            <p role="alert" className={classes.dim}>
              {fault}
            </p>
          )}
        </div>
      </Panel>
    </>
  );
}
