// Starts a roll call of a company, or of one of its sites or departments.

import { useLocation } from 'wouter';
import { useActionForm } from '../../../platform/hooks/useForm.ts';
import { useResource } from '../../../platform/hooks/useResource.ts';
import { CompanyField } from '../../../platform/lists/CompanyField.tsx';
import { hasNoCompany, NoCompanyDialog } from '../../../platform/lists/NoCompanyDialog.tsx';
import { useCompanies } from '../../../platform/lists/useCompanies.ts';
import { missingOptions } from '../../../platform/ui/feedback/FailedReads.tsx';
import { SelectField } from '../../../platform/ui/forms/SelectField.tsx';
import { FormDialog } from '../../../platform/ui/overlays/FormDialog.tsx';
import { required } from '../../../shared/contract/validate.ts';
import { groupDigits } from '../../../shared/words/plural.ts';
import { placeOptions, rollCallAddress } from '../words.ts';

interface StartRollCallProps {
  /** The filters of the list; '' for all. */
  company_id: string;
  site: string;
  department: string;
  onClose(): void;
}

const title = 'Start Roll Call';
const rules = { company_id: [required('Company is required')] };

export default function StartRollCall({ company_id, site, department, onClose }: StartRollCallProps) {
  const [, navigate] = useLocation();
  const companies = useCompanies();
  const form = useActionForm('POST /roll-calls', {
    initial: { company_id, site, department },
    rules,
    args: (values) => ({ body: { ...values, company_id: Number(values.company_id) } }),
    quiet: true,
    whileOpen: ({ data }) => navigate(rollCallAddress(data.roll_call.id)),
  });
  const company = form.values.company_id;
  const summary = useResource('GET /presence/summary', company ? { query: { company_id: Number(company) } } : null);
  const { counts, sites, departments } = summary.data ?? {};
  const set: typeof form.set = (name, value) => {
    form.set(name, value);
    if (name !== 'company_id') return;
    form.set('site', '');
    form.set('department', '');
  };
  if (hasNoCompany(companies)) return <NoCompanyDialog title={title} what="Roll calls" close={onClose} />;
  return (
    <FormDialog title={title} submitLabel={title} size="small" form={{ ...form, set }} dirty={false} onClose={onClose}>
      <CompanyField companies={companies} />
      <SelectField
        name="site"
        label="Site"
        placeholder="All Sites"
        options={placeOptions(sites, form.values.site)}
        hint={missingOptions('sites and departments', summary).hint}
      />
      <SelectField
        name="department"
        label="Department"
        placeholder="All Departments"
        options={placeOptions(departments, form.values.department)}
        hint={counts && `${groupDigits(counts.in)} are in at this company, going by their last events`}
      />
    </FormDialog>
  );
}
