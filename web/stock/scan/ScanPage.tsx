/** Opens a lot or batch by its label: by the camera, a photo, a scanner, or typed. */
import { scanTexts } from '#contract/stock/labels/scanTexts.ts';
import { CameraReader } from '#web/stock/labels/CameraReader.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel } from '#web/core/ui/Panel.tsx';
import classes from './Scan.module.css';
import { CodeField } from './CodeField.tsx';
import { useOpenScan } from './useOpenScan.ts';

export function ScanPage() {
  const open = useOpenScan();
  return (
    <>
      <PageHeader title={scanTexts.title} />
      <Panel>
        <div className={classes.scan}>
          <CodeField onCode={open} />
          <CameraReader onCode={open} />
        </div>
      </Panel>
    </>
  );
}
