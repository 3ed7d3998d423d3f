/** The tab of a file: the pages of a PDF as pictures, or an image. */
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ActiveContent } from '#contract/core/attachments.ts';
import { certificateEndpoints, certificateTexts } from '#contract/prove/certificates/certificates.ts';
import { shownFileTexts } from '#contract/core/fileTexts.ts';
import { inwardEndpoints } from '#contract/buy/inward.ts';
import { inwardTexts } from '#contract/buy/inwardTexts.ts';
import {
  transactionCertificateEndpoints,
  transactionCertificateTexts,
} from '#contract/prove/transactionCertificates.ts';
import { call } from '#web/core/api/client.ts';
import { ActiveContentNote } from '#web/core/form/files/ActiveContentNote.tsx';
import { popOfferedFile } from '#web/core/form/files/chosenFiles.ts';
import { fileOfDataUrl } from '#web/core/form/files/fileOfDataUrl.ts';
import { PdfView } from '#web/core/form/files/PdfView.tsx';
import type { FileHolder } from '#contract/kinds.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import classes from './FilePage.module.css';

interface ShownFile {
  title: string;
  /** The address of an image. */
  picture?: string;
  pdf?: Blob | undefined;
  activeContent: readonly ActiveContent[];
}

type Load = (id: string, signal: AbortSignal) => Promise<ShownFile>;

const shownFile = (title: string, dataUrl: string | null, activeContent: readonly ActiveContent[]): ShownFile => ({
  title,
  ...(dataUrl?.startsWith('data:image/')
    ? { picture: dataUrl }
    : { pdf: dataUrl === null ? undefined : fileOfDataUrl(dataUrl) }),
  activeContent,
});

const stored: Readonly<Record<FileHolder, Load>> = {
  inward: async (id, signal) => {
    const { invoiceNumber, billAttachment, activeContent } = await call(inwardEndpoints.get, {
      params: { id },
      signal,
    });
    return shownFile(inwardTexts.billOf(invoiceNumber), billAttachment, activeContent);
  },
  certificates: async (id, signal) => {
    const { number, file, activeContent } = await call(certificateEndpoints.get, { params: { id }, signal });
    return shownFile(certificateTexts.named(number), file, activeContent);
  },
  'transaction-certificates': async (id, signal) => {
    const { number, file, activeContent } = await call(transactionCertificateEndpoints.get, { params: { id }, signal });
    return shownFile(transactionCertificateTexts.named(number), file, activeContent);
  },
};

const isHolder = (of: string): of is FileHolder => Object.hasOwn(stored, of);

async function load(of: string, id: string, signal: AbortSignal): Promise<ShownFile> {
  if (isHolder(of)) return await stored[of](id, signal);
  const file = await popOfferedFile(id);
  return { title: file?.name ?? 'File', pdf: file, activeContent: [] };
}

export function FilePage() {
  const { of, id } = useParams({ from: '/shell/files/$of/$id' });
  const { data, error, refetch } = useQuery({
    queryKey: ['file', of, id],
    queryFn: ({ signal }) => load(of, id, signal),
  });
  return (
    <>
      <div className={classes.head}>
        <PageHeader title={data?.title ?? 'File'} />
      </div>
      {!data && !error && <Loading panels={[14]} />}
      {error && (
        <Panel>
          <LoadFailed failed={shownFileTexts.loadFailed} error={error} retry={refetch} />
        </Panel>
      )}
      {data && <Shown {...data} missing={isHolder(of) ? shownFileTexts.none : shownFileTexts.notSaved} />}
    </>
  );
}

function Shown({ title, picture, pdf, activeContent, missing }: ShownFile & { missing: string }) {
  if (picture !== undefined) return <img src={picture} alt={title} className={classes.picture} />;
  if (!pdf) {
    return (
      <Panel>
        <PanelMessage>{missing}</PanelMessage>
      </Panel>
    );
  }
  return (
    <div className={classes.file}>
      <ActiveContentNote kinds={activeContent} />
      <div className={classes.paper}>
        <PdfView file={pdf} title={title} canPrint />
      </div>
    </div>
  );
}
