/** The bill beside the fields of its inward, to compare both by eye. */
import { Button } from '@mantine/core';
import { IconExternalLink, IconPaperclip } from '@tabler/icons-react';
import { useMemo } from 'react';
import { inwardLabels, inwardTexts } from '#contract/buy/inwardTexts.ts';
import { ActiveContentNote } from '#web/core/form/files/ActiveContentNote.tsx';
import { fileOfDataUrl } from '#web/core/form/files/fileOfDataUrl.ts';
import { PdfView } from '#web/core/form/files/PdfView.tsx';
import { useFileViewer } from '#web/core/form/files/useFileViewer.tsx';
import { useIsPhone } from '#web/core/ui/useIsPhone.ts';
import { billToShow } from './billToShow.ts';
import classes from '../InwardPage.module.css';
import type { InwardInForm } from '../inwardValues.ts';

/** On a desk the bill itself, which stays in sight; on a phone a button that shows it. */
export function BillBeside({ inward }: { inward: InwardInForm }) {
  const isPhone = useIsPhone();
  const viewer = useFileViewer();
  const { hasBill, billFollows, billAttachment, activeContent } = inward;
  const bill = billToShow(inward);
  const show = () => viewer.show(bill);
  if (!hasBill) return <p className={classes.missing}>{inwardTexts.noBillYet(billFollows)}</p>;
  return (
    <>
      {isPhone ? (
        <>
          <ActiveContentNote kinds={activeContent} />
          <Button variant="default" leftSection={<IconPaperclip size={16} aria-hidden />} onClick={show}>
            See the bill
          </Button>
        </>
      ) : (
        <section className={classes.bill} aria-label={inwardLabels.bill}>
          <div className={classes.billHead}>
            <strong>{bill.title}</strong>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconExternalLink size={16} aria-hidden />}
              onClick={show}
            >
              Open
            </Button>
          </div>
          <ActiveContentNote kinds={activeContent} />
          {billAttachment && <Paper dataUrl={billAttachment} title={bill.title} />}
        </section>
      )}
      {viewer.dialog}
    </>
  );
}

function Paper({ dataUrl, title }: { dataUrl: string; title: string }) {
  const isImage = dataUrl.startsWith('data:image/');
  // Each reading of the inward brings its bill again: the pages stay.
  const pdf = useMemo(() => (isImage ? undefined : fileOfDataUrl(dataUrl)), [dataUrl, isImage]);
  return pdf ? <PdfView file={pdf} title={title} /> : <img src={dataUrl} alt={title} className={classes.picture} />;
}
