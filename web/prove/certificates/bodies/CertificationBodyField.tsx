/** The certification body of a certificate. */
import { certificationBodyEndpoints } from '#contract/prove/certificates/certificationBodies.ts';
import { LookupField } from '#web/core/lookup/LookupField.tsx';
import type { Choice } from '#web/core/lookup/lookup.ts';
import { SuspensionPill } from './SuspensionPill.tsx';

interface CertificationBodyFieldProps {
  label: string;
  error?: string;
  chosen: Choice | null;
  /** A name that is no record of ours. */
  written: string;
  onChoose: (certifier: Choice | null) => void;
}

export function CertificationBodyField({ chosen, written, onChoose, ...props }: CertificationBodyFieldProps) {
  return (
    <LookupField
      {...props}
      wrapperProps={{ 'data-span': '4' }}
      creates="certificationBodies"
      endpoint={certificationBodyEndpoints.list}
      sort="name"
      toChoice={({ certificationBodyId, name }) => ({ value: certificationBodyId, label: name })}
      hint={(certifier) => certifier.suspensions.length > 0 && <SuspensionPill certifier={certifier} />}
      chosen={chosen}
      onChoose={({ certificationBodyId, name }) => onChoose({ value: certificationBodyId, label: name })}
      onClear={() => onChoose(null)}
      {...(chosen === null && written !== '' ? { unmatched: { name: written, drop: () => onChoose(null) } } : {})}
    />
  );
}
