/** The bill beside what was entered of it, so that both are compared by eye. */
import { Button } from '@mantine/core';
import { IconExternalLink, IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { inwardEndpoints } from '#contract/inward.ts';
import { inwardLabels, inwardTexts } from '#contract/inwardTexts.ts';
import { callFile } from '#web/api/client.ts';
import { useFileViewer } from '#web/form/files/useFileViewer.tsx';
import { LoadFailed } from '#web/list/LoadFailed.tsx';
import { Loading } from '#web/ui/Loading.tsx';
import { useIsPhone } from '#web/ui/useIsPhone.ts';
import classes from './InwardRecordPage.module.css';
import type { InwardWithBill } from './inwardDraft.ts';

interface BillProps {
  inward: InwardWithBill;
}

const titleOf = ({ invoiceNumber }: InwardWithBill) => `Bill of ${invoiceNumber}`;
const load = ({ inwardId }: InwardWithBill) => callFile(inwardEndpoints.bill, { params: { id: inwardId } });

/** On a desk the bill itself, which stays in sight; on a phone a button that shows it. */
export function BillBeside({ inward }: BillProps) {
  const isPhone = useIsPhone();
  const viewer = useFileViewer();
  const show = () => viewer.show(() => load(inward), titleOf(inward));
  if (!inward.hasBill) return <p className={classes.missing}>{inwardTexts.noBillYet(inward.billFollows)}</p>;
  return (
    <>
      {isPhone ? (
        <Button variant="default" leftSection={<IconPaperclip size={16} aria-hidden />} onClick={show}>
          See the bill
        </Button>
      ) : (
        <section className={classes.bill} aria-label={inwardLabels.bill}>
          <div className={classes.billHead}>
            <strong>{titleOf(inward)}</strong>
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconExternalLink size={16} aria-hidden />}
              onClick={show}
            >
              Open
            </Button>
          </div>
          <Paper inward={inward} />
        </section>
      )}
      {viewer.dialog}
    </>
  );
}

function Paper({ inward }: BillProps) {
  const { data, error, refetch } = useQuery({
    // A replaced bill comes with a change of the inward.
    queryKey: [inwardEndpoints.bill.path, inward.inwardId, inward.updatedAt],
    queryFn: () => load(inward),
    placeholderData: (before: Blob | undefined) => before,
  });
  const url = useUrlOf(data);
  if (error)
    return (
      <LoadFailed
        failed="The bill could not be loaded."
        error={error}
        retry={() => {
          refetch().catch(console.error);
        }}
      />
    );
  if (!data || url === undefined) return <Loading panels={[14]} />;
  if (data.type.startsWith('image/')) return <img src={url} alt={titleOf(inward)} className={classes.picture} />;
  // oxlint-disable-next-line react/iframe-missing-sandbox -- Chromium shows no PDF in a sandbox; these are bytes that the server checked.
  return <iframe src={`${url}#toolbar=0&navpanes=0&view=FitH`} title={titleOf(inward)} className={classes.pages} />;
}

/** A URL of a file for as long as it is shown: the one before is revoked once nothing shows it. */
function useUrlOf(file: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ file: Blob; url: string }>();
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    setMade({ file, url });
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return made?.file === file ? made?.url : undefined;
}
