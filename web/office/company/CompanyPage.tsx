/** The company whose office this is, as papers name it. */
import {
  COMPANY_ID,
  companyEndpoints,
  companyLabels,
  companyTexts,
  type CompanyRecord,
} from '#contract/masters/company.ts';
import { may } from '#web/core/api/session.ts';
import { useOpenedForm } from '#web/core/form/useOpenedForm.ts';
import { LoadFailed } from '#web/core/list/LoadFailed.tsx';
import { useHistory } from '#web/core/records/history/useHistory.tsx';
import { EditButton, HistoryButton } from '#web/core/records/RecordButtons.tsx';
import { Facts } from '#web/core/ui/Facts.tsx';
import { Loading } from '#web/core/ui/loading/Loading.tsx';
import { PageHeader } from '#web/core/ui/PageHeader.tsx';
import { Panel, PanelMessage } from '#web/core/ui/Panel.tsx';
import { companyValues } from './companyValues.ts';
import { CompanyForm } from './CompanyForm.tsx';
import classes from './CompanyPage.module.css';
import { useCompany } from '#web/masters/useCompany.ts';

export function CompanyPage() {
  const { data, error, refetch } = useCompany();
  if (data) return <Company company={data} />;
  return (
    <>
      <PageHeader title={companyTexts.title} />
      {error ? (
        <Panel>
          <LoadFailed failed={companyTexts.loadFailed} error={error} retry={refetch} />
        </Panel>
      ) : (
        <Loading panels={[4]} />
      )}
    </>
  );
}

function Company({ company }: { company: CompanyRecord }) {
  const form = useOpenedForm('company', {
    record: companyEndpoints.get.answer,
    values: companyValues,
    draftKey: () => COMPANY_ID,
  });
  const history = useHistory();
  const { name, address, phone, email, gstinNumber, licenceNumber } = company;
  return (
    <>
      <PageHeader title={companyTexts.title}>
        <HistoryButton onClick={() => history.show({ kind: 'company', id: COMPANY_ID, name: companyTexts.title })} />
        {may('update', 'company') && <EditButton onClick={() => form.open(company)} />}
      </PageHeader>
      {form.isOpen && <CompanyForm key={form.key} {...form.props} opened={form.record ?? company} />}
      <p className={classes.about}>{companyTexts.about}</p>
      {name === '' ? (
        <Panel>
          <PanelMessage>{companyTexts.notNamed}</PanelMessage>
        </Panel>
      ) : (
        <Facts
          facts={[
            { label: companyLabels.name, value: name, isMain: true },
            { label: companyLabels.address, value: <span className={classes.address}>{address || '—'}</span> },
            { label: companyLabels.phone, value: phone || '—', below: email },
            { label: companyLabels.gstinNumber, value: gstinNumber || '—' },
            { label: companyLabels.licenceNumber, value: licenceNumber || '—' },
          ]}
        />
      )}
      {history.drawer}
      {form.dialog}
    </>
  );
}
