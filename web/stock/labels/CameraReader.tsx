/** Reads the code of a label by the camera, or in a photo. */
import { Button, FileButton } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { useState } from 'react';
import { scanTexts } from '#contract/stock/labels/scanTexts.ts';
import classes from './CameraReader.module.css';
import { useCamera } from './useCamera.ts';

export function CameraReader({ onCode }: { onCode: (code: string) => void }) {
  const { video, isThere } = useCamera(onCode);
  const [fault, setFault] = useState('');
  const readPhoto = async (photo: File) => {
    const [{ readCode }, picture] = await Promise.all([import('./detector.ts'), createImageBitmap(photo)]);
    const code = await readCode(picture);
    if (code === undefined) setFault(scanTexts.noCode);
    else onCode(code);
  };
  return (
    <div className={classes.reader}>
      {isThere && <video ref={video} muted playsInline aria-label="Camera" />}
      <p>{isThere ? scanTexts.camera : scanTexts.noCamera}</p>
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
      {fault && <p role="alert">{fault}</p>}
    </div>
  );
}
