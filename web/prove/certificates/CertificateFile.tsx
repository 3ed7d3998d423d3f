import { certificateTexts, type CertificateRecord } from '#contract/prove/certificates/certificates.ts';
import { useFileViewer } from '#web/core/form/files/useFileViewer.tsx';
import { certificateFile } from './certificateFile.ts';
import classes from './CertificateFile.module.css';

interface CertificateFileProps {
  certificate: Pick<CertificateRecord, 'certificateId' | 'number' | 'hasFile'>;
}

/** Opens the file of a certificate, for all who may view certificates. */
export function CertificateFile({ certificate }: CertificateFileProps) {
  const { number, hasFile } = certificate;
  const viewer = useFileViewer();
  if (!hasFile) return certificateTexts.noFile;
  return (
    <>
      <button
        type="button"
        className={classes.file}
        aria-label={`Open the file of certificate ${number}`}
        onClick={() => viewer.show(certificateFile(certificate))}
      >
        Open
      </button>
      {viewer.dialog}
    </>
  );
}
