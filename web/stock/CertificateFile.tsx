import { certificateEndpoints, certificateTexts, type CertificateRecord } from '#contract/certificates.ts';
import { callFile } from '#web/api/client.ts';
import { useFileViewer } from '#web/form/files/useFileViewer.tsx';
import classes from './CertificateFile.module.css';

interface CertificateFileProps {
  certificate: Pick<CertificateRecord, 'certificateId' | 'number' | 'hasFile'>;
}

/** Opens the file of a certificate, for all who may view certificates. */
export function CertificateFile({ certificate: { certificateId, number, hasFile } }: CertificateFileProps) {
  const viewer = useFileViewer();
  if (!hasFile) return certificateTexts.noFile;
  const load = () => callFile(certificateEndpoints.file, { params: { id: certificateId } });
  return (
    <>
      <button
        type="button"
        className={classes.file}
        aria-label={`Open the file of certificate ${number}`}
        onClick={() => viewer.show(load, `Certificate ${number}`)}
      >
        Open
      </button>
      {viewer.dialog}
    </>
  );
}
