/** A certification body as its list, its page and its form know it. */
import { randomId } from '@mantine/hooks';
import { z } from 'zod';
import { schemes } from '#contract/stock/claims/schemes.ts';
import {
  certificationBodyEndpoints,
  certificationBodyLabels,
  certificationBodyRecord,
  certificationBodyTexts,
  type CertificationBodyRecord,
} from '#contract/prove/certificates/certificationBodies.ts';
import { defineDocument } from '#web/core/records/document.ts';

const suspensionLine = z.object({
  /** React key; stays when lines before it are removed. */
  key: z.string(),
  scheme: z.enum(schemes),
  from: z.string(),
  until: z.string(),
});
type SuspensionLine = z.output<typeof suspensionLine>;

const certifierValues = z.object({
  name: z.string(),
  code: z.string(),
  suspensions: z.array(suspensionLine),
});
export type CertifierValues = z.output<typeof certifierValues>;

export function blankSuspension(): SuspensionLine {
  return { key: randomId(), scheme: 'EU', from: '', until: '' };
}

const sentence = ({ scheme, from, until }: CertificationBodyRecord['suspensions'][number]) =>
  certificationBodyTexts.suspension(scheme, { from, until });

/** Its suspensions in words. */
export function suspensionsText({ suspensions }: CertificationBodyRecord): string {
  return suspensions.map(sentence).join('; ');
}

export const certificationBodies = defineDocument({
  kind: 'certificationBodies',
  calls: certificationBodyEndpoints,
  record: certificationBodyRecord,
  rowId: (row) => row.certificationBodyId,
  idField: 'certificationBodyId',
  nameOf: (row) => row.name,
  subjectOf: (row) => ({
    name: row.name,
    facts: [`ID ${row.certificationBodyId}`, ...(row.code === '' ? [] : [row.code])],
  }),
  values: certifierValues,
  blank: (): CertifierValues => ({ name: '', code: '', suspensions: [] }),
  valuesOf: ({ name, code, suspensions }) => ({
    name,
    code,
    suspensions: suspensions.map(({ scheme, from, until }) => ({ key: randomId(), scheme, from, until: until ?? '' })),
  }),
  bodyOf: ({ name, code, suspensions }) => ({
    name,
    code,
    suspensions: suspensions.map(({ scheme, from, until }) => ({ scheme, from, until })),
  }),
  compared: {
    labels: certificationBodyLabels,
    lists: [
      {
        name: 'suspensions',
        linesOf: ({ suspensions }) =>
          suspensions.map((line) => {
            const text = certificationBodyTexts.suspension(line.scheme, { ...line, until: line.until || null });
            return { line, key: text, name: line.scheme, text };
          }),
      },
    ],
  },
  words: certificationBodyTexts,
});
