/** Adding and changing a certification body with its suspensions. */
import type {
  CertificationBodyRecord,
  CertificationBodyWithLots,
} from '#contract/prove/certificates/certificationBodies.ts';
import { FormPanel } from '#web/core/form/FormPanel.tsx';
import type { FormProps } from '#web/core/form/useOpenedForm.ts';
import { useDocumentForm } from '#web/core/records/useDocumentForm.ts';
import { certificationBodies, type CertifierValues } from './certifierDefinition.ts';
import { CertifierFields } from './CertifierFields.tsx';
import { SuspensionLines } from './SuspensionLines.tsx';

interface CertificationBodyFormProps extends FormProps<CertificationBodyRecord, CertifierValues, never> {
  /** Called after a change that left lots without proof. */
  onUnproved?: (certifier: CertificationBodyWithLots) => void;
}

export function CertificationBodyForm({ onUnproved, ...props }: CertificationBodyFormProps) {
  const { form, panel } = useDocumentForm(certificationBodies, props, {
    onUpdated: (saved) => {
      if (saved.uncoveredLots.length > 0) onUnproved?.(saved);
    },
  });
  return (
    <FormPanel {...panel} below={<SuspensionLines form={form} />}>
      <CertifierFields form={form} />
    </FormPanel>
  );
}
