/** Opens a lot or batch by its label: by the camera, a photo, a scanner, or typed. */
import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CameraReader } from '#web/labels/CameraReader.tsx';
import { scanTexts } from '#web/labels/scanTexts.ts';
import { PageHeader } from '#web/ui/PageHeader.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import classes from './Scan.module.css';
import { useOpenScan } from './useOpenScan.ts';

export function ScanPage() {
  const open = useOpenScan();
  const [typed, setTyped] = useState('');
  return (
    <>
      <PageHeader title={scanTexts.title} />
      <Panel>
        <div className={classes.scan}>
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
          <CameraReader onCode={open} />
        </div>
      </Panel>
    </>
  );
}
