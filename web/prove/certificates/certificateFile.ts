import {
  certificateEndpoints,
  certificateTexts,
  type CertificateRecord,
} from '#contract/prove/certificates/certificates.ts';
import { callImage } from '#web/core/api/client.ts';
import type { StoredFile } from '#web/core/form/files/useFileViewer.tsx';

/** The stored file of a certificate. */
export function certificateFile({ certificateId: id, number }: Pick<CertificateRecord, 'certificateId' | 'number'>) {
  const loadImage = () => callImage(certificateEndpoints.file, { params: { id } });
  return { title: certificateTexts.named(number), of: 'certificates', id, loadImage } satisfies StoredFile;
}
