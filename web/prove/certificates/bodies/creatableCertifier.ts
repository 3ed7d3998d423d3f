/** A certification body that a lookup misses, in the panel beside the form (web/office/create). */
import { certificationBodyTexts } from '#contract/prove/certificates/certificationBodies.ts';
import { certificationBodies } from './certifierDefinition.ts';
import { CertifierFields } from './CertifierFields.tsx';

export const creatable = {
  ...certificationBodies,
  blank: certificationBodies.blank(undefined),
  Fields: CertifierFields,
  words: { ...certificationBodyTexts, saveFailed: () => certificationBodyTexts.saveFailed },
};
