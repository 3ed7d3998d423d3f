/** A certification body that a lookup misses, in the panel beside the form (web/office/create). */
import { certificationBodyTexts } from '#contract/prove/certificates/certificationBodies.ts';
import { certificationBodies } from './bodyDefinition.ts';
import { BodyFields } from './BodyFields.tsx';

export const creatable = {
  ...certificationBodies,
  blank: certificationBodies.blank(undefined),
  Fields: BodyFields,
  words: { ...certificationBodyTexts, saveFailed: () => certificationBodyTexts.saveFailed },
};
